// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import java.nio.file.Path;
import java.time.Duration;

/**
 * How much a search may use.
 *
 * @param time wall time; when it is up the verdict is Unknown
 * @param memory bytes for the state sets; when they are full the verdict is Unknown
 * @param workers threads
 * @param spill where states go that do not stay in memory; null if all stay. In memory there are
 *     then fingerprints, and {@link Result#omissionProbability} belongs to the verdict
 */
public record Limits(Duration time, long memory, int workers, Path spill) {
  /** Ten minutes, most of the heap, every processor, states in memory. */
  public static Limits defaults() {
    Runtime runtime = Runtime.getRuntime();
    return new Limits(
        Duration.ofMinutes(10), runtime.maxMemory() / 10 * 7, runtime.availableProcessors(), null);
  }

  public Limits withTime(Duration t) {
    return new Limits(t, memory, workers, spill);
  }

  public Limits withMemory(long bytes) {
    return new Limits(time, bytes, workers, spill);
  }

  public Limits withWorkers(int n) {
    return new Limits(time, memory, n, spill);
  }

  /** Fingerprints in memory, states in a directory. */
  public Limits withFingerprints(Path directory) {
    return new Limits(time, memory, workers, directory);
  }
}
