// SPDX-License-Identifier: MIT
package hangproof.machine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;

/**
 * A closed system: a port's state, the roles that work on it, and what must hold.
 *
 * <p>Built anew for each machine, so it must come out the same every time.
 */
public final class Program {
  /** What a case says about states from which only a timer leads to completion. */
  public enum Stalls {
    /** The protocol relies on its timer by design: stalls are counted. */
    DESIGNED,
    /** A stall is a violation. */
    FORBIDDEN
  }

  private final Machine machine;
  private final List<Role> roles = new ArrayList<>();
  private final List<Property> invariants = new ArrayList<>();
  private final List<Property> quiescent = new ArrayList<>();
  private final List<Property> reached = new ArrayList<>();
  private Property completion;
  private Stalls stalls = Stalls.DESIGNED;
  private int groups;

  public Program(Machine machine) {
    this.machine = Objects.requireNonNull(machine);
  }

  public Machine machine() {
    return machine;
  }

  /** Adds a role like no other. */
  public Program role(String name, IntUnaryOperator body) {
    roles.add(new Role(name, body, false, groups++));
    return this;
  }

  /** Adds roles that differ in nothing but their name. */
  public Program roles(int count, String name, IntUnaryOperator body) {
    for (int i = 1; i <= count; i++) {
      roles.add(new Role(count == 1 ? name : name + i, body, false, groups));
    }
    groups++;
    return this;
  }

  /** Adds a role whose steps are the passing of time. */
  public Program timer(String name, IntUnaryOperator body) {
    roles.add(new Role(name, body, true, groups++));
    return this;
  }

  /** Says when every submitted request has completed; once true it must stay true. */
  public Program completion(String claim, Predicate<Memory> holds) {
    this.completion = new Property(claim, holds);
    return this;
  }

  /** A claim that must hold in every state. */
  public Program invariant(String claim, Predicate<Memory> holds) {
    invariants.add(new Property(claim, holds));
    return this;
  }

  /** A claim that must hold when everything has completed and nothing can move: no leak. */
  public Program returned(String claim, Predicate<Memory> holds) {
    quiescent.add(new Property(claim, holds));
    return this;
  }

  /** Says what some run must come to; if none does, the case tests less than it says. */
  public Program reaches(String claim, Predicate<Memory> holds) {
    reached.add(new Property(claim, holds));
    return this;
  }

  public Program stalls(Stalls policy) {
    this.stalls = policy;
    return this;
  }

  public List<Role> roles() {
    return Collections.unmodifiableList(roles);
  }

  public List<Property> invariants() {
    return Collections.unmodifiableList(invariants);
  }

  /** The claims of {@link #returned}. */
  public List<Property> leaks() {
    return Collections.unmodifiableList(quiescent);
  }

  /** The claims of {@link #reaches}. */
  public List<Property> reached() {
    return Collections.unmodifiableList(reached);
  }

  /**
   * The claim of {@link #completion(String, Predicate)}.
   *
   * @throws PortException if the program never said when it is complete
   */
  public Property completion() {
    if (completion == null) {
      throw new PortException("the program does not say when it is complete");
    }
    return completion;
  }

  public Stalls stalls() {
    return stalls;
  }
}
