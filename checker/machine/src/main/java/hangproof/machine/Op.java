// SPDX-License-Identifier: MIT
package hangproof.machine;

/**
 * What one access does to one cell: a function of the cell's old value and two operands.
 *
 * <p>Every machine takes its meaning from here, so that a port cannot mean one thing to the prover
 * and another to the processor. Three functions describe an operation completely: {@link #enabled}
 * (may it happen now, or does the thread wait), {@link #next} (the value left behind) and {@link
 * #result} (what the caller learns, which is often much less than the old value).
 */
public enum Op {
  /** The value itself. */
  READ(Kind.READ),
  /** test_bit(a): 0 or 1. */
  TEST_BIT(Kind.READ) {
    @Override
    public int result(int old, int a, int b) {
      return (old >>> a) & 1;
    }
  },
  /** Is any bit of mask a set: 0 or 1. */
  TEST_MASK(Kind.READ) {
    @Override
    public int result(int old, int a, int b) {
      return (old & a) != 0 ? 1 : 0;
    }
  },
  /** list_empty(): 0 or 1; what it reads is the head's next pointer. */
  LIST_EMPTY(Kind.READ) {
    @Override
    public int result(int old, int a, int b) {
      return old == 0 ? 1 : 0;
    }
  },
  /** The first id on a list of b-bit ids, 0 if it is empty. */
  LIST_FIRST(Kind.READ) {
    @Override
    public int result(int old, int a, int b) {
      return Ids.first(old, b);
    }
  },

  WRITE(Kind.WRITE) {
    @Override
    public int next(int old, int a, int b) {
      return a;
    }
  },

  ADD(Kind.RMW) {
    @Override
    public int next(int old, int a, int b) {
      return old + a;
    }
  },
  OR(Kind.RMW) {
    @Override
    public int next(int old, int a, int b) {
      return old | a;
    }
  },
  AND(Kind.RMW) {
    @Override
    public int next(int old, int a, int b) {
      return old & a;
    }
  },

  FETCH_ADD(Kind.RMW_RESULT) {
    @Override
    public int next(int old, int a, int b) {
      return old + a;
    }
  },
  ADD_RETURN(Kind.RMW_RESULT) {
    @Override
    public int next(int old, int a, int b) {
      return old + a;
    }

    @Override
    public int result(int old, int a, int b) {
      return old + a;
    }
  },
  /** Adds a; 1 if the sum is zero. */
  ADD_AND_TEST(Kind.RMW_RESULT) {
    @Override
    public int next(int old, int a, int b) {
      return old + a;
    }

    @Override
    public int result(int old, int a, int b) {
      return old + a == 0 ? 1 : 0;
    }
  },
  XCHG(Kind.RMW_RESULT) {
    @Override
    public int next(int old, int a, int b) {
      return a;
    }
  },
  /** If the value is a, b replaces it; returns the old value. No order when it fails. */
  CMPXCHG(Kind.CONDITIONAL_RMW) {
    @Override
    public int next(int old, int a, int b) {
      return old == a ? b : old;
    }

    @Override
    public boolean succeeds(int old, int a, int b) {
      return old == a;
    }
  },
  /** Adds a unless the value is b; 1 if it did. No order when it does not. */
  ADD_UNLESS(Kind.CONDITIONAL_RMW) {
    @Override
    public int next(int old, int a, int b) {
      return old == b ? old : old + a;
    }

    @Override
    public int result(int old, int a, int b) {
      return old == b ? 0 : 1;
    }

    @Override
    public boolean succeeds(int old, int a, int b) {
      return old != b;
    }
  },
  /** If the value is zero, a replaces it; 1 if it did. Ordered either way. */
  SET_IF_ZERO(Kind.RMW_RESULT) {
    @Override
    public int next(int old, int a, int b) {
      return old == 0 ? a : old;
    }

    @Override
    public int result(int old, int a, int b) {
      return old == 0 ? 1 : 0;
    }
  },
  /** test_and_set_bit(a): the old bit. Ordered even if it was set (since 2022, 415d83249709). */
  TEST_AND_SET(Kind.RMW_RESULT) {
    @Override
    public int next(int old, int a, int b) {
      return old | (1 << a);
    }

    @Override
    public int result(int old, int a, int b) {
      return (old >>> a) & 1;
    }
  },
  TEST_AND_CLEAR(Kind.RMW_RESULT) {
    @Override
    public int next(int old, int a, int b) {
      return old & ~(1 << a);
    }

    @Override
    public int result(int old, int a, int b) {
      return (old >>> a) & 1;
    }
  },
  /** test_and_set_bit_lock(a): the old bit. No order when it was set. */
  TEST_AND_SET_LOCK(Kind.CONDITIONAL_RMW) {
    @Override
    public int next(int old, int a, int b) {
      return old | (1 << a);
    }

    @Override
    public int result(int old, int a, int b) {
      return (old >>> a) & 1;
    }

    @Override
    public boolean succeeds(int old, int a, int b) {
      return ((old >>> a) & 1) == 0;
    }
  },

  /** spin_lock(): waits for 0, leaves 1. */
  LOCK(Kind.RMW) {
    @Override
    public boolean enabled(int old, int a, int b) {
      return old == 0;
    }

    @Override
    public int next(int old, int a, int b) {
      return 1;
    }
  },
  UNLOCK(Kind.WRITE) {
    @Override
    public int next(int old, int a, int b) {
      return 0;
    }
  },

  /** list_add_tail(a) on a list of b-bit ids. */
  LIST_ADD_TAIL(Kind.UPDATE) {
    @Override
    public int next(int old, int a, int b) {
      return Ids.addTail(old, a, b);
    }
  },
  /** Appends a as one step, as a device's doorbell does. */
  LIST_ADD_TAIL_ATOMIC(Kind.RMW) {
    @Override
    public int next(int old, int a, int b) {
      return Ids.addTail(old, a, b);
    }
  },
  /** list_add(a): at the head. */
  LIST_ADD(Kind.UPDATE) {
    @Override
    public int next(int old, int a, int b) {
      return Ids.addHead(old, a, b);
    }
  },
  /** list_del_init(a). */
  LIST_DEL(Kind.UPDATE) {
    @Override
    public int next(int old, int a, int b) {
      return Ids.remove(old, a, b);
    }
  },
  /** Takes the first id off the list; 0 if it is empty. */
  LIST_POP(Kind.UPDATE_RESULT) {
    @Override
    public int next(int old, int a, int b) {
      return old >>> b;
    }

    @Override
    public int result(int old, int a, int b) {
      return Ids.first(old, b);
    }
  },
  /** list_splice_init() away from this list: everything on it, leaving it empty. */
  LIST_TAKE(Kind.UPDATE_RESULT) {
    @Override
    public int next(int old, int a, int b) {
      return 0;
    }
  },
  /** list_splice_tail(): appends the sequence a. */
  LIST_APPEND(Kind.UPDATE) {
    @Override
    public int next(int old, int a, int b) {
      return Ids.append(old, a, b);
    }
  },
  /** list_splice(): puts the sequence a before what is there. */
  LIST_PREPEND(Kind.UPDATE) {
    @Override
    public int next(int old, int a, int b) {
      return Ids.append(a, old, b);
    }
  },

  /** Waits until the value is a. */
  AWAIT_EQ(Kind.READ) {
    @Override
    public boolean enabled(int old, int a, int b) {
      return old == a;
    }
  },
  /** Waits until the value is not a; returns it. */
  AWAIT_NE(Kind.READ) {
    @Override
    public boolean enabled(int old, int a, int b) {
      return old != a;
    }
  },
  /** Waits until the value is a, then leaves b. */
  AWAIT_CLAIM(Kind.RMW) {
    @Override
    public boolean enabled(int old, int a, int b) {
      return old == a;
    }

    @Override
    public int next(int old, int a, int b) {
      return b;
    }
  },
  /** Waits until the value is not a, then leaves b. */
  AWAIT_REPLACE(Kind.RMW) {
    @Override
    public boolean enabled(int old, int a, int b) {
      return old != a;
    }

    @Override
    public int next(int old, int a, int b) {
      return b;
    }
  },
  /** Waits until the value is positive, then takes one off it. */
  AWAIT_DEC(Kind.RMW) {
    @Override
    public boolean enabled(int old, int a, int b) {
      return old > 0;
    }

    @Override
    public int next(int old, int a, int b) {
      return old - 1;
    }
  },
  /** Waits until the list is not empty, then takes its first id. */
  AWAIT_POP(Kind.RMW_RESULT) {
    @Override
    public boolean enabled(int old, int a, int b) {
      return old != 0;
    }

    @Override
    public int next(int old, int a, int b) {
      return old >>> b;
    }

    @Override
    public int result(int old, int a, int b) {
      return Ids.first(old, b);
    }
  };

  /** Which halves an access has, and how they hang together. */
  public enum Kind {
    READ(true, false, true),
    WRITE(false, true, false),
    /** Atomic, and the caller learns nothing: it leaves no trace in the thread. */
    RMW(true, true, false),
    RMW_RESULT(true, true, true),
    /** Atomic; when its condition fails it is a mere read, without any order. */
    CONDITIONAL_RMW(true, true, true),
    /** A load and then a store, not atomic: correct only under a lock. */
    UPDATE(true, true, false),
    UPDATE_RESULT(true, true, true);

    private final boolean reads;
    private final boolean writes;
    private final boolean hasResult;

    Kind(boolean reads, boolean writes, boolean hasResult) {
      this.reads = reads;
      this.writes = writes;
      this.hasResult = hasResult;
    }

    public boolean reads() {
      return reads;
    }

    public boolean writes() {
      return writes;
    }

    /** Whether the caller learns anything from the access. */
    public boolean hasResult() {
      return hasResult;
    }

    /** Whether read and write happen as one (a LOCKed instruction on x86). */
    public boolean atomic() {
      return this == RMW || this == RMW_RESULT || this == CONDITIONAL_RMW;
    }

    /** Whether it is a load followed by a separate store. */
    public boolean update() {
      return this == UPDATE || this == UPDATE_RESULT;
    }
  }

  private final Kind kind;

  Op(Kind kind) {
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  /** Whether the operation can happen on this value; if not, its thread waits. */
  public boolean enabled(int old, int a, int b) {
    return true;
  }

  /** The value that the operation leaves. */
  public int next(int old, int a, int b) {
    return old;
  }

  /** What the caller learns; meaningless if the kind has no result. */
  public int result(int old, int a, int b) {
    return old;
  }

  /** Whether a conditional read-modify-write writes; others always do. */
  public boolean succeeds(int old, int a, int b) {
    return true;
  }

  /** Whether this is one of the operations that can wait. */
  public boolean blocking() {
    return switch (this) {
      case LOCK, AWAIT_EQ, AWAIT_NE, AWAIT_CLAIM, AWAIT_REPLACE, AWAIT_DEC, AWAIT_POP -> true;
      default -> false;
    };
  }
}
