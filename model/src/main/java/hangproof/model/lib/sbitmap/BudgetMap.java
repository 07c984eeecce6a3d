// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.lib.sbitmap;

import hangproof.machine.KernelSource;
import hangproof.machine.Machine;

/**
 * lib/sbitmap.c and include/linux/sbitmap.h: a {@code struct sbitmap} of one word without wait
 * queues, as v5.13 and later have one for the budget of a SCSI device.
 *
 * <p>{@code cleared} comes back into {@code word} without a lock, as in v5.19. Left out: the
 * allocation hint, which no other CPU reads.
 */
public class BudgetMap extends SbitmapWord {
  /** A map of so many bits, all free. */
  public BudgetMap(Machine machine, String name, int depth) {
    super(machine, name, depth, 0);
  }

  @Override
  protected boolean sbitmap_deferred_clear() {
    return deferred_clear_lockless();
  }

  /** Left out: the hint. Returns the bit, negative if there is none. */
  @KernelSource(
      version = "v6.18",
      file = "lib/sbitmap.c",
      line = 281,
      sha256 = "a02121f0ab92e9554fb0b6ea30b92a2c8665df37fbb813255c3dcc7e84e1412a")
  public final int sbitmap_get() {
    return call(() -> sbitmap_find_bit_in_word() + 1) - 1;
  }

  /** Left out: the hint. */
  @KernelSource(
      version = "v6.18",
      file = "include/linux/sbitmap.h",
      line = 328,
      sha256 = "165262d5e245c7c909674085fc095a69e596aa87a45280f98388ef25f0c609fe")
  public final void sbitmap_put(int bitnr) {
    set_bit(bitnr, cleared);
  }

  /** Bits that are in use: two looks, the difference of which may be below zero. */
  @KernelSource(
      version = "v6.18",
      file = "lib/sbitmap.c",
      line = 374,
      sha256 = "7e96e8b87fcfa24f209065a790e59d37b5d6698ed932d90194a08a6f534354c6")
  public final int sbitmap_weight() {
    return call(
            () -> {
              int set = Integer.bitCount(read_bits(word));
              return set - Integer.bitCount(read_bits(cleared)) + depth;
            })
        - depth;
  }
}
