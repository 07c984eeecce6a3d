// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.lib.sbitmap;

import hangproof.machine.Bits;
import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.SpinLock;

/**
 * lib/sbitmap.c: {@code struct sbitmap} of one word, and how a bit of it is allocated.
 *
 * <p>How bits in {@code cleared} come back into {@code word} is what versions differ in. Left out
 * in all of them: the allocation hint, which no other CPU reads (every search begins at bit 0), and
 * changes of the depth.
 */
public abstract class SbitmapWord extends Port {
  private static final int NO_BIT = -1;

  protected final int depth;
  public final Bits word;
  public final Bits cleared;

  /** A word of so many bits, of which some, from bit 0, are in use at first. */
  protected SbitmapWord(Machine machine, String name, int depth, int busy) {
    super(machine);
    this.depth = depth;
    this.word = machine.bits(name + ".word", (1 << busy) - 1, depth);
    this.cleared = machine.bits(name + ".cleared", 0, depth);
  }

  /** Moves bits from {@code cleared} to {@code word}; whether it is worth looking again. */
  protected abstract boolean sbitmap_deferred_clear();

  /** As it is without a lock (661d4f55a794, v5.11 to v6.10). */
  @KernelSource(
      version = "v5.19",
      file = "lib/sbitmap.c",
      function = "sbitmap_deferred_clear",
      line = 63,
      sha256 = "051988b6594f13c12048c3bf030d1e1fa4bfe4c284b712e57256c624838cd211")
  protected final boolean deferred_clear_lockless() {
    return call(
            () -> {
              if (read_bits(cleared) == 0) {
                return 0;
              }
              int mask = xchg_bits(cleared, 0);
              clear_bits(word, mask);
              return 1;
            })
        != 0;
  }

  /**
   * As it is with 72d04bdcf3f7 (v6.11): under a lock, and with a second look at the word. Left out:
   * what is needed for a hint and round robin.
   */
  @KernelSource(
      version = "v6.18",
      file = "lib/sbitmap.c",
      function = "sbitmap_deferred_clear",
      line = 63,
      sha256 = "9c3db2b87cc791e9fc844267bc1fda52c74b46c1bd87f01d06b8a00124cbeabc")
  protected final boolean deferred_clear_locked(SpinLock swap_lock) {
    return call(
            () -> {
              spin_lock(swap_lock);
              if (read_bits(cleared) == 0) {
                int word_mask = (1 << depth) - 1;
                boolean any = (read_bits(word) & word_mask) != word_mask;
                spin_unlock(swap_lock);
                return any ? 1 : 0;
              }
              int mask = xchg_bits(cleared, 0);
              clear_bits(word, mask);
              spin_unlock(swap_lock);
              return 1;
            })
        != 0;
  }

  /** Left out: wrapping around, since the search begins at bit 0. Returns -1 if there is none. */
  @KernelSource(
      version = "v6.18",
      file = "lib/sbitmap.c",
      line = 158,
      sha256 = "b758703d0923d79b0d9ba98cfec9b75656b7f06ffd6e41b5f120e131b52ac120")
  private int __sbitmap_get_word() {
    return loop(
            0,
            hint -> {
              int nr = Integer.numberOfTrailingZeros(~read_bits(word) & (-1 << hint));
              if (nr >= depth) {
                return ~0;
              }
              if (!test_and_set_bit_lock(nr, word)) {
                return ~(nr + 1);
              }
              return nr + 1 >= depth - 1 ? 0 : nr + 1;
            })
        - 1;
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v6.18",
      file = "lib/sbitmap.c",
      line = 192,
      sha256 = "06a018c1a96e7dd7027938947ff6e3d880a9350a25585ca06c4ceefe4759aad3")
  protected final int sbitmap_find_bit_in_word() {
    return loop(
            0,
            turn -> {
              int nr = __sbitmap_get_word();
              if (nr != NO_BIT) {
                return ~(nr + 1);
              }
              return sbitmap_deferred_clear() ? 0 : ~0;
            })
        - 1;
  }
}
