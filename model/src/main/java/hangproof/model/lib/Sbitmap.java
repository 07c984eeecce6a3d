// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.lib;

import hangproof.machine.Atomic;
import hangproof.machine.Bits;
import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import java.util.function.IntUnaryOperator;

/** lib/sbitmap.c and include/linux/sbitmap.h: bitmaps of one word. */
public final class Sbitmap extends Port {

  /** {@code struct sbitmap} of a single {@code struct sbitmap_word}. */
  public static final class Map {
    public final int depth;
    public final Bits word;

    /** Bits of {@link #word} that are free again; of no bits at all in a map that never defers. */
    public final Bits cleared;

    /**
     * A map of {@code depth} bits, all free.
     *
     * @param deferred whether bits are given back through {@link #cleared}
     */
    public Map(Machine machine, String name, int depth, boolean deferred) {
      this(machine, name, depth, deferred, true);
    }

    /** The same; {@code used} says whether any bit is ever set. */
    public Map(Machine machine, String name, int depth, boolean deferred, boolean used) {
      this.depth = depth;
      this.word = machine.bits(name + ".word", 0, used ? depth : 0);
      this.cleared = machine.bits(name + ".cleared", 0, deferred ? depth : 0);
    }
  }

  /**
   * {@code struct sbitmap_queue}, as the side that frees sees it.
   *
   * <p>Every bit starts as allocated, and nobody waits for one: allocation and the wait queues come
   * with a later port, so {@code word} is left out and {@code ws_active} never changes.
   */
  public static final class Queue {
    public final int depth;
    public final Bits cleared;
    public final Atomic ws_active;

    public Queue(Machine machine, String name, int depth) {
      this.depth = depth;
      this.cleared = machine.bits(name + ".cleared", 0, depth);
      this.ws_active = machine.atomic(name + ".ws_active", 0, 0, 0);
    }
  }

  public Sbitmap(Machine machine) {
    super(machine);
  }

  /** Nothing is left out but the loop over words: there is one. */
  @KernelSource(version = "v5.10", file = "lib/sbitmap.c", line = 227)
  public boolean sbitmap_any_bit_set(Map sb) {
    return (read_bits(sb.word) & ~read_bits(sb.cleared)) != 0;
  }

  /**
   * One word, so at most two passes: from start to the end, then, the word read anew, from bit 0 to
   * start. The callback returns what the C code leaves in {@code data}; 0 means go on.
   */
  @KernelSource(version = "v5.10", file = "include/linux/sbitmap.h", line = 234)
  public int __sbitmap_for_each_set(Map sb, int start, IntUnaryOperator fn) {
    int nr = start >= sb.depth ? 0 : start;
    int scanned = 0;
    while (scanned < sb.depth) {
      int depth = Math.min(sb.depth - nr, sb.depth - scanned);
      scanned += depth;
      int word = read_bits(sb.word) & ~read_bits(sb.cleared);
      depth += nr;
      for (; nr < depth; nr++) {
        if ((word & (1 << nr)) != 0) {
          int found = fn.applyAsInt(nr);
          if (found != 0) {
            return found;
          }
        }
      }
      nr = 0;
    }
    return 0;
  }

  /** Nothing is left out. */
  @KernelSource(version = "v5.10", file = "include/linux/sbitmap.h", line = 300)
  public void sbitmap_set_bit(Map sb, int bitnr) {
    set_bit(bitnr, sb.word);
  }

  /** Nothing is left out. */
  @KernelSource(version = "v5.10", file = "include/linux/sbitmap.h", line = 305)
  public void sbitmap_clear_bit(Map sb, int bitnr) {
    clear_bit(bitnr, sb.word);
  }

  /** Nothing is left out. */
  @KernelSource(version = "v5.10", file = "include/linux/sbitmap.h", line = 329)
  public boolean sbitmap_test_bit(Map sb, int bitnr) {
    return test_bit(bitnr, sb.word);
  }

  /** Nothing is left out. */
  @KernelSource(version = "v5.10", file = "include/linux/sbitmap.h", line = 316)
  private void sbitmap_deferred_clear_bit(Queue sbq, int bitnr) {
    set_bit(bitnr, sbq.cleared);
  }

  /** Left out: what follows when somebody waits, since nobody ever does (a later port). */
  @KernelSource(version = "v5.10", file = "lib/sbitmap.c", line = 491)
  private boolean sbq_wake_ptr(Queue sbq) {
    if (atomic_read(sbq.ws_active) == 0) {
      return false;
    }
    BUG_ON(true, "nobody waits for a tag");
    return true;
  }

  /** Left out: the wait counts and the wake-up (a later port). */
  @KernelSource(version = "v5.10", file = "lib/sbitmap.c", line = 514)
  private boolean __sbq_wake_up(Queue sbq) {
    return sbq_wake_ptr(sbq);
  }

  /** The loop is left out: without waiters the first turn is the last. */
  @KernelSource(version = "v5.10", file = "lib/sbitmap.c", line = 555)
  public void sbitmap_queue_wake_up(Queue sbq) {
    BUG_ON(__sbq_wake_up(sbq), "a wake-up without waiters asks for no other");
  }

  /** Left out: the per-cpu allocation hint, which no other CPU reads. */
  @KernelSource(version = "v5.10", file = "lib/sbitmap.c", line = 562)
  public void sbitmap_queue_clear(Queue sbq, int nr) {
    smp_mb__before_atomic();
    sbitmap_deferred_clear_bit(sbq, nr);
    smp_mb__after_atomic();
    sbitmap_queue_wake_up(sbq);
  }
}
