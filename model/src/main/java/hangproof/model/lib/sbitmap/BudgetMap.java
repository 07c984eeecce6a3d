// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.lib.sbitmap;

import hangproof.machine.Bits;
import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.machine.Port;

/**
 * lib/sbitmap.c and include/linux/sbitmap.h: a {@code struct sbitmap} of one word without wait
 * queues, as v5.13 and later have one for the budget of a SCSI device.
 *
 * <p>{@code cleared} comes back into {@code word} without a lock, as in v5.19. Left out: the
 * allocation hint, which no other CPU reads.
 */
public class BudgetMap extends Port {
  private static final int NO_BIT = -1;

  protected final int depth;
  public final Bits word;
  public final Bits cleared;

  /** A map of so many bits, all free. */
  public BudgetMap(Machine machine, String name, int depth) {
    super(machine);
    this.depth = depth;
    this.word = machine.bits(name + ".word", 0, depth);
    this.cleared = machine.bits(name + ".cleared", 0, depth);
  }

  /** Left out: wrapping around, since the search begins at bit 0. */
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

  /** Moves bits from {@code cleared} to {@code word}; whether it is worth looking again. */
  @KernelSource(version = "v5.19", file = "lib/sbitmap.c", line = 63)
  protected boolean sbitmap_deferred_clear() {
    if (read_bits(cleared) == 0) {
      return false;
    }
    int mask = xchg_bits(cleared, 0);
    clear_bits(word, mask);
    return true;
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v6.18",
      file = "lib/sbitmap.c",
      line = 192,
      sha256 = "06a018c1a96e7dd7027938947ff6e3d880a9350a25585ca06c4ceefe4759aad3")
  private int sbitmap_find_bit_in_word() {
    return loop(
            0,
            turn -> {
              int nr = __sbitmap_get_word();
              if (nr != NO_BIT) {
                return ~(nr + 1);
              }
              return call(() -> sbitmap_deferred_clear() ? 1 : 0) != 0 ? 0 : ~0;
            })
        - 1;
  }

  /** Left out: the hint. Returns the bit, negative if there is none. */
  @KernelSource(version = "v6.18", file = "lib/sbitmap.c", line = 281)
  public final int sbitmap_get() {
    return call(() -> sbitmap_find_bit_in_word() + 1) - 1;
  }

  /** Left out: the hint. */
  @KernelSource(version = "v6.18", file = "include/linux/sbitmap.h", line = 328)
  public final void sbitmap_put(int bitnr) {
    set_bit(bitnr, cleared);
  }

  /** Bits that are in use: two looks, the difference of which may be below zero. */
  @KernelSource(version = "v6.18", file = "lib/sbitmap.c", line = 374)
  public final int sbitmap_weight() {
    return call(
            () -> {
              int set = Integer.bitCount(read_bits(word));
              return set - Integer.bitCount(read_bits(cleared)) + depth;
            })
        - depth;
  }
}
