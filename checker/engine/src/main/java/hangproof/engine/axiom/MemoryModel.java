// SPDX-License-Identifier: MIT
package hangproof.engine.axiom;

/**
 * A memory model: which candidate executions are allowed.
 *
 * <p>An instance holds work space for one skeleton at a time and is not safe for use by several
 * threads at once.
 */
public interface MemoryModel {
  /** The name on the command line: {@code sc}, {@code tso} or {@code lkmm}. */
  String name();

  /**
   * Prepares what depends on the skeleton alone.
   *
   * @param skeleton the events of the executions to come
   */
  void begin(Skeleton skeleton);

  /**
   * Checks an execution of the current skeleton against every axiom but coherence and atomicity,
   * which the one who builds the execution has seen to.
   *
   * <p>Every axiom is monotone in reads-from and coherence. So an execution may be asked about
   * before they are fully chosen; then true means "not forbidden so far", and false is final.
   *
   * @param execution the candidate, its derived relations up to date
   * @return whether it is allowed
   */
  boolean allows(Execution execution);

  /**
   * Looks for a data race in the execution that {@link #allows} has just allowed, which must be
   * complete.
   *
   * @return true if two of its accesses race
   */
  default boolean races() {
    return false;
  }

  /** True if the model demands sequential consistency per location. */
  default boolean coherent() {
    return true;
  }

  /** True if the model demands atomicity of read-modify-writes. */
  default boolean atomic() {
    return true;
  }
}
