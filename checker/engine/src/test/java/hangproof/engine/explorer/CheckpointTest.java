// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hangproof.engine.MemoryModel;
import hangproof.engine.automaton.Reduction;
import hangproof.engine.cases.Case;
import hangproof.engine.fixtures.FixtureCases;
import hangproof.machine.Machine;
import hangproof.machine.Program;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CheckpointTest {
  private static final Duration ALWAYS = Duration.ZERO;
  private static final Duration NEVER = Duration.ofDays(1);

  @TempDir private Path dir;
  private Path file;
  private final List<String> warnings = new ArrayList<>();

  @BeforeEach
  void nameFile() {
    file = dir.resolve("counters-sc.checkpoint");
  }

  private static Function<Machine, Program> counters(int roles, int turns) {
    Case c = FixtureCases.all().find(FixtureCases.LARGE);
    return m -> c.build(m, c.bounds(Map.of("roles", roles, "turns", turns)));
  }

  private Explorer explorer(
      Function<Machine, Program> build, Limits limits, Progress progress, Duration every) {
    return new Explorer(build, MemoryModel.SC, Reduction.all(), limits, progress)
        .with(new Checkpoints(file, every, warnings::add));
  }

  private Result search(Function<Machine, Program> build, Limits limits) {
    return explorer(build, limits, Progress.SILENT, NEVER).run();
  }

  /** Stops a search with a checkpoint after some levels. */
  private Result interruptedAt(int level, Function<Machine, Program> build) {
    Result result =
        explorer(
                build,
                Limits.defaults(),
                (phase, states, depth, frontier, bytes) -> {
                  if (depth == level) {
                    Thread.currentThread().interrupt();
                  }
                },
                NEVER)
            .run();
    assertThat(Thread.interrupted()).isTrue();
    return result;
  }

  private static void assertSame(Result resumed, Result whole) {
    assertThat(resumed.verdict()).isEqualTo(whole.verdict());
    assertThat(resumed.states()).isEqualTo(whole.states());
    assertThat(resumed.steps()).isEqualTo(whole.steps());
    assertThat(resumed.depth()).isEqualTo(whole.depth());
    assertThat(resumed.terminals()).isEqualTo(whole.terminals());
    assertThat(resumed.stallStates()).isEqualTo(whole.stallStates());
  }

  private static Result whole(Function<Machine, Program> build) {
    return new Explorer(build, MemoryModel.SC).run();
  }

  @Test
  void aSearchGoesOnWithTheSameCountsFromAnyLevel() {
    Function<Machine, Program> build = counters(3, 6);
    Result whole = whole(build);
    assertThat(whole.verdict()).isEqualTo(Verdict.NEVER);
    for (int level = 1; level < whole.depth(); level += 3) {
      Result stopped = interruptedAt(level, build);
      assertThat(stopped.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(file).exists();
      assertSame(search(build, Limits.defaults().withWorkers(1 + level % 2)), whole);
      assertThat(file).as("of a search that is over").doesNotExist();
    }
    assertThat(warnings).isEmpty();
  }

  @Test
  void aViolationIsFoundFromThere() {
    Function<Machine, Program> build =
        m -> FixtureCases.all().find(FixtureCases.LOST).build(m, bounds());
    Result whole = whole(build);
    assertThat(whole.verdict()).isEqualTo(Verdict.SOMETIMES);
    assertThat(interruptedAt(1, build).verdict()).isEqualTo(Verdict.UNKNOWN);
    Result resumed = search(build, Limits.defaults());
    assertSame(resumed, whole);
    assertThat(resumed.witness()).isNotNull();
  }

  private static hangproof.engine.cases.Bounds bounds() {
    return FixtureCases.all().find(FixtureCases.LOST).usualBounds();
  }

  @Test
  void itIsWrittenAsOftenAsAsked() {
    List<Boolean> there = new ArrayList<>();
    explorer(
            counters(2, 4),
            Limits.defaults(),
            (phase, states, depth, frontier, bytes) -> there.add(Files.exists(file)),
            ALWAYS)
        .run();
    assertThat(there).isNotEmpty().doesNotContain(false);
    assertThat(file).doesNotExist();
  }

  @Test
  void anotherProgramCannotGoOnFromIt() {
    assertThat(interruptedAt(2, counters(3, 6)).verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThatThrownBy(() -> search(counters(3, 5), Limits.defaults()))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("another program")
        .hasMessageContaining("delete it to begin anew");
    assertThat(file).as("not ours to delete").exists();
  }

  @Test
  void damageIsFoundWhereverItIs() throws IOException {
    Function<Machine, Program> build = counters(3, 6);
    interruptedAt(6, build);
    byte[] good = Files.readAllBytes(file);
    for (int at = 0; at < good.length; at += Math.max(1, good.length / 97)) {
      byte[] bad = good.clone();
      bad[at] ^= 0x10;
      Files.write(file, bad);
      assertThatThrownBy(() -> search(build, Limits.defaults()))
          .as("byte " + at)
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("cannot go on from");
    }
  }

  @Test
  void truncationIsFound() throws IOException {
    Function<Machine, Program> build = counters(3, 6);
    interruptedAt(6, build);
    long length = Files.size(file);
    for (long left : new long[] {length - 1, length - 8, length / 2, 20, 8, 3, 0}) {
      try (RandomAccessFile f = new RandomAccessFile(file.toFile(), "rw")) {
        f.setLength(left);
      }
      assertThatThrownBy(() -> search(build, Limits.defaults()))
          .as(left + " bytes")
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("cannot go on from");
    }
  }

  @Test
  void twoRunsDoNotShareOne() throws IOException {
    Path lock = dir.resolve("counters-sc.checkpoint.lock");
    try (FileChannel channel =
            FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = channel.lock()) {
      assertThat(held.isValid()).isTrue();
      assertThatThrownBy(() -> search(counters(2, 2), Limits.defaults()))
          .hasMessageContaining("in use by another run");
    }
  }

  @Test
  void aSearchGoesOnIfItsCheckpointCannotBeWritten() throws IOException {
    Files.createDirectory(dir.resolve("counters-sc.checkpoint.new"));
    Function<Machine, Program> build = counters(2, 4);
    assertSame(explorer(build, Limits.defaults(), Progress.SILENT, ALWAYS).run(), whole(build));
    assertThat(warnings).isNotEmpty().first().asString().contains("no checkpoint was written");
  }
}
