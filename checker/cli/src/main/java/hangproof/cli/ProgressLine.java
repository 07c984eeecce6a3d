// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.explorer.Progress;
import java.io.PrintWriter;
import java.util.Locale;

/** One line on a terminal that says how far a search is, rewritten in place. */
final class ProgressLine implements Progress {
  /** A search that is over sooner shows nothing. */
  private static final long QUIET_NANOS = 1_000_000_000L;

  private static final long BETWEEN_NANOS = 250_000_000L;

  private final PrintWriter terminal;
  private String label = "";
  private long began;
  private long shownAt;
  private int width;

  ProgressLine(PrintWriter terminal) {
    this.terminal = terminal;
  }

  /** A search begins. */
  void begin(Job job) {
    label = job.toString();
    began = System.nanoTime();
    shownAt = began;
  }

  @Override
  public void report(String phase, long states, int depth, long frontier, long bytes) {
    long now = System.nanoTime();
    if (now - began < QUIET_NANOS || now - shownAt < BETWEEN_NANOS) {
      return;
    }
    shownAt = now;
    show(
        String.format(
            Locale.ROOT,
            "%s: %s, %,d states, %,.0f k states/s, depth %d, frontier %,d, %,d MiB",
            label,
            phase,
            states,
            states / ((now - began) / 1e9) / 1000,
            depth,
            frontier,
            bytes >> 20));
  }

  /** Leaves the line empty, for what is printed next. */
  void clear() {
    if (width > 0) {
      show("");
      terminal.print('\r');
      terminal.flush();
      width = 0;
    }
  }

  private void show(String text) {
    terminal.print('\r' + text + " ".repeat(Math.max(0, width - text.length())));
    terminal.flush();
    width = text.length();
  }
}
