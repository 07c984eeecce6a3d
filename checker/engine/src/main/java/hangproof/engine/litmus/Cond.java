// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

/**
 * A proposition about final states, in three-valued logic: while an execution is only partly known,
 * a term may be unsure.
 */
sealed interface Cond {
  /** Three truth values. */
  enum Truth {
    FALSE,
    UNSURE,
    TRUE;

    static Truth of(boolean value) {
      return value ? TRUE : FALSE;
    }

    Truth not() {
      return this == TRUE ? FALSE : this == FALSE ? TRUE : UNSURE;
    }
  }

  /** A final state, perhaps not known in full. */
  interface State {
    /** True if the term has its final value already. */
    boolean isSure(Term term);

    /** The value of a term that is sure. */
    long value(Term term);
  }

  /** Whether it holds. */
  Truth holds(State state);

  /** An equation, or its negation. */
  record Equation(Term left, Term right, boolean equal) implements Cond {
    @Override
    public Truth holds(State state) {
      if (!state.isSure(left) || !state.isSure(right)) {
        return Truth.UNSURE;
      }
      return Truth.of((state.value(left) == state.value(right)) == equal);
    }
  }

  /** True or false. */
  record Literal(boolean value) implements Cond {
    @Override
    public Truth holds(State state) {
      return Truth.of(value);
    }
  }

  /** Negation. */
  record Not(Cond inner) implements Cond {
    @Override
    public Truth holds(State state) {
      return inner.holds(state).not();
    }
  }

  /** Conjunction. */
  record And(Cond left, Cond right) implements Cond {
    @Override
    public Truth holds(State state) {
      Truth first = left.holds(state);
      if (first == Truth.FALSE) {
        return first;
      }
      Truth second = right.holds(state);
      return first.compareTo(second) < 0 ? first : second;
    }
  }

  /** Disjunction. */
  record Or(Cond left, Cond right) implements Cond {
    @Override
    public Truth holds(State state) {
      Truth first = left.holds(state);
      if (first == Truth.TRUE) {
        return first;
      }
      Truth second = right.holds(state);
      return first.compareTo(second) > 0 ? first : second;
    }
  }
}
