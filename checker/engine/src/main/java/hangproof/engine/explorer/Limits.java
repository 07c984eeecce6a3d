// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import java.time.Duration;

/**
 * How much a search may use.
 *
 * @param time wall time; when it is up the verdict is Unknown
 * @param memory bytes for the state sets; when they are full the verdict is Unknown
 * @param workers threads
 */
public record Limits(Duration time, long memory, int workers) {
  /** Ten minutes, most of the heap, every processor. */
  public static Limits defaults() {
    Runtime runtime = Runtime.getRuntime();
    return new Limits(
        Duration.ofMinutes(10), runtime.maxMemory() / 10 * 7, runtime.availableProcessors());
  }

  public Limits withTime(Duration t) {
    return new Limits(t, memory, workers);
  }

  public Limits withMemory(long bytes) {
    return new Limits(time, bytes, workers);
  }

  public Limits withWorkers(int n) {
    return new Limits(time, memory, n);
  }
}
