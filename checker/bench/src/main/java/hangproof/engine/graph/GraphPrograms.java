// SPDX-License-Identifier: MIT
package hangproof.engine.graph;

import hangproof.machine.Atomic;
import hangproof.machine.Machine;
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.machine.Word;
import java.util.function.Function;

/** Small programs of which the number of consistent executions is known, to measure searches by. */
public final class GraphPrograms {
  private GraphPrograms() {}

  /** Threads that each increment one counter once: n! executions. */
  public static Function<Machine, Program> increments(int threads) {
    return machine -> {
      Counter counter = new Counter(machine, threads);
      Program program = new Program(machine);
      program.completion("all are counted", m -> m.get(counter.n) == threads);
      for (int i = 0; i < threads; i++) {
        program.role(
            "P" + i,
            turn -> {
              counter.increment();
              return Role.END;
            });
      }
      return program;
    };
  }

  /** Threads that each take a ticket lock some times and count what it guards. */
  public static Function<Machine, Program> ticketLock(int threads, int times) {
    return machine -> {
      TicketLock lock = new TicketLock(machine, threads * times);
      Program program = new Program(machine);
      program.completion("all are counted", m -> m.get(lock.counted) == threads * times);
      for (int i = 0; i < threads; i++) {
        program.role(
            "P" + i,
            turn -> {
              lock.count();
              return turn + 1 < times ? turn + 1 : Role.END;
            });
      }
      return program;
    };
  }

  private static final class Counter extends Port {
    private final Atomic n;

    Counter(Machine machine, int most) {
      super(machine);
      n = machine.atomic("n", 0, 0, most);
    }

    void increment() {
      atomic_inc(n);
    }
  }

  private static final class TicketLock extends Port {
    private final Atomic next;
    private final Word owner;
    private final Word counted;

    TicketLock(Machine machine, int most) {
      super(machine);
      next = machine.atomic("next", 0, 0, most);
      owner = machine.word("owner", 0, 0, most);
      counted = machine.word("counted", 0, 0, most);
    }

    void count() {
      int ticket = atomic_add_return_relaxed(next, 1) - 1;
      machine.access(owner, Op.AWAIT_EQ, ticket, 0, Order.ACQUIRE);
      WRITE_ONCE(counted, READ_ONCE(counted) + 1);
      smp_store_release(owner, ticket + 1);
    }
  }
}
