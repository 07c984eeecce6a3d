// SPDX-License-Identifier: MIT
package hangproof.engine.cases;

import hangproof.engine.MemoryModel;
import hangproof.machine.HardwareMachine;
import hangproof.machine.Machine;
import hangproof.machine.PortException;
import hangproof.machine.Program;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/**
 * A report turned into a test: a program, its bounds, and what must come out of it.
 *
 * <p>Built fluently; a case without an expectation for a model is not checked under it.
 */
public final class Case {
  private static final Pattern NAME = Pattern.compile("[a-z0-9-]+(/[a-z0-9-]+)+");

  private final String name;
  private final String claim;
  private String subsystem = "";
  private String versions = "";
  private String report = "";
  private String limits = "";
  private String hardware = "";
  private final List<Parameter> parameters = new ArrayList<>();
  private final List<Larger> larger = new ArrayList<>();
  private final Map<MemoryModel, Expectation> expectations = new EnumMap<>(MemoryModel.class);
  private BiFunction<Machine, Bounds, Program> builder;

  private record Larger(Map<String, Integer> changed, Set<MemoryModel> models) {
    boolean under(MemoryModel model) {
      return models.isEmpty() || models.contains(model);
    }
  }

  private Case(String name, String claim) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'" + name + "' is no case name: it takes the form family/version");
    }
    this.name = name;
    this.claim = Objects.requireNonNull(claim);
  }

  /**
   * Begins a case.
   *
   * @param name stable, such as {@code restarts/v4}
   * @param claim one sentence: what is claimed, not what comes out
   */
  public static Case of(String name, String claim) {
    return new Case(name, claim);
  }

  /** The part of the kernel that it is about, such as {@code scsi}. */
  public Case subsystem(String s) {
    this.subsystem = s;
    return this;
  }

  /** The kernel versions that the code stands in. */
  public Case versions(String s) {
    this.versions = s;
    return this;
  }

  /** Where the race was reported. */
  public Case report(String s) {
    this.report = s;
    return this;
  }

  /** What the case leaves out, and which way that errs. */
  public Case limits(String s) {
    this.limits = s;
    return this;
  }

  /** The test that tries it on a real processor, such as {@code JCStress DroppedRun.OfDraft}. */
  public Case hardware(String s) {
    this.hardware = s;
    return this;
  }

  public Case parameter(String parameter, int usual, int least, int most) {
    parameters.add(new Parameter(parameter, usual, least, most));
    return this;
  }

  /**
   * Bounds at which the expectations hold as well, but which take longer to search.
   *
   * @param changed what differs from the usual bounds
   * @param models those under which they are worth searching; all if none is given
   */
  public Case alsoAt(Map<String, Integer> changed, MemoryModel... models) {
    larger.add(new Larger(Map.copyOf(changed), Set.of(models)));
    return this;
  }

  public Case expect(MemoryModel model, Expectation expectation) {
    expectations.put(model, expectation);
    return this;
  }

  /** The same expectation under every memory model of the explorer. */
  public Case expect(Expectation expectation) {
    return expect(MemoryModel.SC, expectation).expect(MemoryModel.TSO, expectation);
  }

  /** How the program is made, on whatever machine. */
  public Case program(BiFunction<Machine, Bounds, Program> build) {
    this.builder = build;
    return this;
  }

  public String name() {
    return name;
  }

  public String claim() {
    return claim;
  }

  public String subsystem() {
    return subsystem;
  }

  public String versions() {
    return versions;
  }

  public String report() {
    return report;
  }

  public String limits() {
    return limits;
  }

  public String hardware() {
    return hardware;
  }

  public List<Parameter> parameters() {
    return Collections.unmodifiableList(parameters);
  }

  public Map<MemoryModel, Expectation> expectations() {
    return Collections.unmodifiableMap(expectations);
  }

  /** The bounds at which the expectations hold. */
  public Bounds usualBounds() {
    return bounds(Map.of());
  }

  /** All bounds at which the expectations hold, the usual ones first. */
  public List<Bounds> expectedBounds() {
    List<Bounds> all = new ArrayList<>();
    all.add(usualBounds());
    larger.forEach(l -> all.add(bounds(l.changed())));
    return all;
  }

  /** What is expected under a model at these bounds; null if nothing is. */
  public Expectation expected(MemoryModel model, Bounds bounds) {
    boolean usual = bounds.equals(usualBounds());
    boolean speaks =
        usual
            || larger.stream().anyMatch(l -> l.under(model) && bounds.equals(bounds(l.changed())));
    return speaks ? expectations.get(model) : null;
  }

  /** The models under which something is expected at these bounds. */
  public List<MemoryModel> expectedModels(Bounds bounds) {
    return expectations.keySet().stream().filter(m -> expected(m, bounds) != null).toList();
  }

  /**
   * The usual bounds with some changed.
   *
   * @throws IllegalArgumentException if a parameter is unknown or out of its range
   */
  public Bounds bounds(Map<String, Integer> changed) {
    Map<String, Integer> values = new LinkedHashMap<>();
    for (Parameter p : parameters) {
      int value = changed.getOrDefault(p.name(), p.usual());
      if (value < p.least() || value > p.most()) {
        throw new IllegalArgumentException(
            p.name() + "=" + value + ": " + name + " takes " + p.least() + " to " + p.most());
      }
      values.put(p.name(), value);
    }
    for (String given : changed.keySet()) {
      if (!values.containsKey(given)) {
        throw new IllegalArgumentException(
            name
                + " has no parameter '"
                + given
                + "'; it has "
                + (values.isEmpty() ? "none" : String.join(", ", values.keySet())));
      }
    }
    return new Bounds(values);
  }

  /**
   * The usual bounds with some changed, of which a program can be made.
   *
   * @throws IllegalArgumentException if a parameter is unknown or out of its range, or the program
   *     does not take the parameters together
   */
  public Bounds workableBounds(Map<String, Integer> changed) {
    Bounds bounds = bounds(changed);
    if (!changed.isEmpty()) {
      try {
        build(new HardwareMachine(), bounds);
      } catch (IllegalArgumentException | PortException e) {
        throw new IllegalArgumentException(
            name + " cannot be made with " + bounds + ": " + e.getMessage(), e);
      }
    }
    return bounds;
  }

  /** Builds the program on a machine. */
  public Program build(Machine machine, Bounds bounds) {
    if (builder == null) {
      throw new IllegalStateException(name + " has no program");
    }
    return builder.apply(machine, bounds);
  }

  @Override
  public String toString() {
    return name;
  }
}
