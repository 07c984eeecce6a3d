// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import hangproof.engine.axiom.MemoryModel;
import hangproof.engine.axiom.Models;
import hangproof.engine.litmus.Cond.Truth;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Decides litmus tests under a memory model.
 *
 * <p>First all executions are enumerated. If that hits the time limit, two searches for one
 * execution each, with and without the proposition, may still give the verdict.
 */
public final class LitmusChecker {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final MemoryModel model;
  private final SearchBounds bounds;

  /**
   * Creates a checker. It is not safe for use by several threads at once, as the model is not.
   *
   * @param model the memory model
   * @param bounds how far to search
   */
  public LitmusChecker(MemoryModel model, SearchBounds bounds) {
    this.model = model;
    this.bounds = bounds;
  }

  /**
   * Decides a test, and counts its executions and states.
   *
   * @param test the test
   * @return the outcome; Unknown if a bound was hit before the verdict was sure
   */
  public LitmusResult check(LitmusTest test) {
    long start = cpu();
    Count count = new Count(test);
    String reason = null;
    try {
      CandidateSearch search = search(test, test.filter, true);
      search.run(count);
      if (search.isBoundHit()) {
        reason = "a loop may run more than " + bounds.unroll() + " rounds";
      }
    } catch (SearchLimit e) {
      LitmusVerdict verdict = decide(test);
      String why = verdict == LitmusVerdict.UNKNOWN ? e.getMessage() : null;
      return new LitmusResult(test, verdict, List.of(), 0, 0, false, false, cpu() - start, why);
    }
    LitmusVerdict verdict = verdict(count.positive, count.negative, reason == null);
    if (verdict != LitmusVerdict.UNKNOWN) {
      reason = null;
    }
    return new LitmusResult(
        test,
        verdict,
        count.states(),
        count.positive,
        count.negative,
        count.races,
        true,
        cpu() - start,
        reason);
  }

  /**
   * Counts executions a second way, by exploring execution graphs. Executions with a cycle in
   * {@code po | rf}, such as load buffering, are out of its reach.
   *
   * @param test the test
   * @return the outcome among executions without such a cycle; Unknown if a bound was hit
   */
  public LitmusResult explore(LitmusTest test) {
    long start = cpu();
    Count count = new Count(test);
    String reason = null;
    try {
      MemoryModel unfinished = model.name().equals("lkmm") ? Models.lkmmOfUnfinished() : model;
      Deadline deadline = new Deadline(bounds.nanos());
      GraphSearch search = new GraphSearch(test, unfinished, model, bounds, deadline);
      search.run(count);
      if (search.isBoundHit()) {
        reason = "a loop may run more than " + bounds.unroll() + " rounds";
      }
    } catch (SearchLimit | IllegalArgumentException e) {
      // The model says with the latter that there are too many events for it.
      reason = e.getMessage();
    }
    LitmusVerdict verdict = verdict(count.positive, count.negative, reason == null);
    return new LitmusResult(
        test,
        verdict,
        count.states(),
        count.positive,
        count.negative,
        count.races,
        reason == null,
        cpu() - start,
        verdict == LitmusVerdict.UNKNOWN ? reason : null);
  }

  /**
   * Decides a test without counting: stops at the first execution of each kind.
   *
   * @param test the test
   * @return the verdict
   */
  public LitmusVerdict decide(LitmusTest test) {
    try {
      boolean[] bound = new boolean[1];
      boolean positive = isReachable(test, test.proposition, bound);
      boolean negative = isReachable(test, new Cond.Not(test.proposition), bound);
      return verdict(positive ? 1 : 0, negative ? 1 : 0, !bound[0]);
    } catch (SearchLimit e) {
      return LitmusVerdict.UNKNOWN;
    }
  }

  private boolean isReachable(LitmusTest test, Cond goal, boolean[] bound) {
    Cond wanted = test.filter == null ? goal : new Cond.And(test.filter, goal);
    CandidateSearch search = search(test, wanted, false);
    boolean found = !search.run((state, races) -> false);
    bound[0] |= search.isBoundHit();
    return found;
  }

  private CandidateSearch search(LitmusTest test, Cond wanted, boolean races) {
    return new CandidateSearch(test, model, bounds, new Deadline(bounds.nanos()), wanted, races);
  }

  private static LitmusVerdict verdict(long positive, long negative, boolean everything) {
    if (positive > 0 && negative > 0) {
      return LitmusVerdict.SOMETIMES;
    }
    if (!everything) {
      return LitmusVerdict.UNKNOWN;
    }
    if (positive > 0) {
      return LitmusVerdict.ALWAYS;
    }
    return negative > 0 ? LitmusVerdict.NEVER : LitmusVerdict.DEADLOCK;
  }

  private static long cpu() {
    return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : 0;
  }

  /** Counts executions and collects final states. */
  private static final class Count implements CandidateVisitor {
    private final LitmusTest test;
    private final Term[] columns;
    private final Set<Row> rows = new HashSet<>();
    private long positive;
    private long negative;
    private boolean races;

    Count(LitmusTest test) {
      this.test = test;
      columns = test.columns.toArray(new Term[0]);
    }

    /** The values of the observed registers and locations in one final state. */
    private static final class Row {
      private final long[] values;

      Row(long[] values) {
        this.values = values;
      }

      @Override
      public boolean equals(Object other) {
        return other instanceof Row row && Arrays.equals(values, row.values);
      }

      @Override
      public int hashCode() {
        return Arrays.hashCode(values);
      }
    }

    @Override
    public boolean visit(Cond.State state, boolean race) {
      if (test.proposition.holds(state) == Truth.TRUE) {
        positive++;
      } else {
        negative++;
      }
      races |= race;
      long[] values = new long[columns.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = state.value(columns[i]);
      }
      rows.add(new Row(values));
      return true;
    }

    List<String> states() {
      List<Row> sorted = new ArrayList<>(rows);
      sorted.sort((a, b) -> Arrays.compare(a.values, b.values));
      List<String> states = new ArrayList<>();
      for (Row row : sorted) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < columns.length; i++) {
          text.append(i == 0 ? "" : " ").append(label(columns[i])).append('=');
          text.append(Value.show(row.values[i], test.locations)).append(';');
        }
        states.add(text.toString());
      }
      return states;
    }

    private String label(Term term) {
      if (term instanceof Term.Register register) {
        return register.thread() + ":" + register.name();
      }
      return "[" + test.locations.get(((Term.Content) term).location()) + "]";
    }
  }
}
