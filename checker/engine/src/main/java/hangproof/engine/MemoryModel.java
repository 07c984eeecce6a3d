// SPDX-License-Identifier: MIT
package hangproof.engine;

import java.util.Locale;

/** The memory models that a case can be checked under. */
public enum MemoryModel {
  /** Sequential consistency: every access takes effect at once. */
  SC("SC"),
  /** x86-TSO (Sewell et al. 2010): stores pass through a buffer, LOCKed accesses drain it. */
  TSO("x86-TSO"),
  /** The Linux kernel memory model of tools/memory-model; searched over execution graphs. */
  LKMM("LKMM");

  private final String title;

  MemoryModel(String title) {
    this.title = title;
  }

  /** As reports print it. */
  public String title() {
    return title;
  }

  /** As the command line and machine-readable reports write it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
