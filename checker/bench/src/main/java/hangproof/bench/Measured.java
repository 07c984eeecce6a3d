// SPDX-License-Identifier: MIT
package hangproof.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process that has ended, and what it took.
 *
 * @param exit its exit code
 * @param timedOut whether it was killed because its time was up
 * @param cpuSeconds user and system time
 * @param peakBytes most memory that was resident
 * @param output what it printed, errors included
 */
record Measured(int exit, boolean timedOut, double cpuSeconds, long peakBytes, String output) {
  private static final Path TIME = Path.of("/usr/bin/time");
  private static final Path PROC = Path.of("/proc");
  private static final long POLL_MILLIS = 5;

  /** Runs a command and waits for its end. */
  static Measured run(Path directory, Duration limit, List<String> command) {
    try {
      Path report = Files.createTempFile("bench", ".time");
      Path output = Files.createTempFile("bench", ".out");
      try {
        return run(directory, limit, command, report, output);
      } finally {
        Files.deleteIfExists(report);
        Files.deleteIfExists(output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run " + command.get(0), e);
    }
  }

  private static Measured run(
      Path directory, Duration limit, List<String> command, Path report, Path output)
      throws IOException {
    boolean timed = Files.isExecutable(TIME);
    List<String> all = new ArrayList<>();
    if (timed) {
      all.addAll(List.of(TIME.toString(), "-q", "-f", "%U %S %M", "-o", report.toString()));
    }
    all.addAll(command);
    Process process =
        new ProcessBuilder(all)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    Polled polled = new Polled();
    boolean inTime = await(process, limit, timed ? null : polled);
    double cpu = polled.cpuSeconds;
    long peak = polled.peakBytes;
    if (timed) {
      String[] figures = Files.readString(report).strip().split(" ", -1);
      cpu = Double.parseDouble(figures[0]) + Double.parseDouble(figures[1]);
      peak = Long.parseLong(figures[2]) << 10;
    }
    return new Measured(process.exitValue(), !inTime, cpu, peak, Files.readString(output));
  }

  private static boolean await(Process process, Duration limit, Polled polled) throws IOException {
    long end = System.nanoTime() + limit.toNanos();
    try {
      while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
        if (polled != null) {
          polled.look(process);
        }
        if (System.nanoTime() > end) {
          // `time` itself is left to see the end of what it runs, and to report it.
          List<ProcessHandle> children = process.descendants().toList();
          children.forEach(ProcessHandle::destroyForcibly);
          if (children.isEmpty()) {
            process.destroyForcibly();
          }
          process.waitFor();
          return false;
        }
      }
      return true;
    } catch (InterruptedException e) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Without {@code time}: what was seen last, which may miss the last few milliseconds. */
  private static final class Polled {
    double cpuSeconds;
    long peakBytes;

    void look(Process process) {
      cpuSeconds =
          process
              .toHandle()
              .info()
              .totalCpuDuration()
              .map(d -> d.toNanos() / 1e9)
              .orElse(cpuSeconds);
      try {
        for (String line : Files.readAllLines(PROC.resolve(process.pid() + "/status"))) {
          if (line.startsWith("VmHWM:")) {
            peakBytes = Long.parseLong(line.replaceAll("\\D", "")) << 10;
          }
        }
      } catch (IOException e) {
        // It has ended, or this is not Linux: what was seen before stands.
        return;
      }
    }
  }
}
