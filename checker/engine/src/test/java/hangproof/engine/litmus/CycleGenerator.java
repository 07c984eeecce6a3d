// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Litmus tests made of critical cycles: each thread has two accesses and something between or
 * around them, and communicates with the next thread by rfe, fre or coe. The condition asks for the
 * cycle.
 */
final class CycleGenerator {
  private enum Com {
    RFE,
    FRE,
    COE
  }

  private final SplittableRandom random;
  private final boolean plain;

  CycleGenerator(SplittableRandom random, boolean plain) {
    this.random = random;
    this.plain = plain;
  }

  LitmusTest next(int threads) {
    Com[] coms = new Com[threads];
    for (int i = 0; i < threads; i++) {
      coms[i] = Com.values()[random.nextInt(3)];
    }
    StringBuilder text = new StringBuilder("C cycle\n{}\n");
    List<String> condition = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      Com in = coms[(t + threads - 1) % threads];
      Com out = coms[t];
      boolean reads = in == Com.RFE;
      boolean thenReads = out == Com.FRE;
      String from = "x" + t;
      String to = "x" + (t + 1) % threads;
      text.append("P").append(t).append("(int *").append(from).append(", int *").append(to);
      text.append(", int *z").append(t).append(", spinlock_t *s, struct srcu_struct *u)\n{ ");
      text.append("int r0; int r1; int r2; ");
      text.append(thread(t, from, reads, in == Com.COE ? 2 : 1, to, thenReads)).append("}\n");
      if (reads) {
        condition.add(t + ":r0=1");
      }
      if (thenReads) {
        condition.add(t + ":r1=0");
      }
      if (in == Com.COE) {
        condition.add(from + "=2");
      }
    }
    text.append("exists (").append(String.join(" /\\ ", condition)).append(")\n");
    return LitmusTest.parse(text.toString());
  }

  private String thread(
      int t, String from, boolean reads, int value, String to, boolean thenReads) {
    String a = access(from, reads, "r0", value);
    String b = access(to, thenReads, "r1", 1);
    switch (random.nextInt(20)) {
      case 0, 1 -> {
        return a + b;
      }
      case 2 -> {
        return a + "smp_mb(); " + b;
      }
      case 3 -> {
        return a + "smp_wmb(); " + b;
      }
      case 4 -> {
        return a + "smp_rmb(); " + b;
      }
      case 5 -> {
        return a + "synchronize_rcu(); " + b;
      }
      case 6, 7 -> {
        return "rcu_read_lock(); " + a + b + "rcu_read_unlock(); ";
      }
      case 8 -> {
        return "r2 = srcu_read_lock(u); " + a + b + "srcu_read_unlock(u, r2); ";
      }
      case 9 -> {
        return a + "synchronize_srcu(u); " + b;
      }
      case 10 -> {
        return "spin_lock(s); " + a + b + "spin_unlock(s); ";
      }
      case 11 -> {
        return a + "r2 = xchg(z" + t + ", 1); " + b;
      }
      case 12 -> {
        return a + "synchronize_rcu(); synchronize_rcu(); " + b;
      }
      case 13 -> {
        return "rcu_read_lock(); " + a + "rcu_read_unlock(); synchronize_rcu(); " + b;
      }
      case 14, 15 -> {
        if (reads && !thenReads) {
          return a + "if (r0) { " + b + "} ";
        }
      }
      case 16 -> {
        if (reads && !thenReads) {
          return a + "WRITE_ONCE(*" + to + ", (r0 ^ r0) + 1); ";
        }
      }
      default -> {
        // Acquire and release below.
      }
    }
    String first = reads ? "r0 = smp_load_acquire(" + from + "); " : a;
    String second = thenReads ? b : "smp_store_release(" + to + ", 1); ";
    return first + second;
  }

  private String access(String location, boolean reads, String register, int value) {
    if (plain && random.nextInt(4) == 0) {
      return reads ? register + " = *" + location + "; " : "*" + location + " = " + value + "; ";
    }
    if (!reads && random.nextInt(8) == 0) {
      return "r2 = xchg(" + location + ", " + value + "); ";
    }
    return reads
        ? register + " = READ_ONCE(*" + location + "); "
        : "WRITE_ONCE(*" + location + ", " + value + "); ";
  }
}
