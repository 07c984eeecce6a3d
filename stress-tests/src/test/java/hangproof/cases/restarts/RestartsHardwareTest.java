// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.restarts;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.cases.restarts.RestartsProgram.Size;
import hangproof.cases.restarts.RestartsProgram.Version;
import hangproof.machine.HardwareMachine;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.model.scsi.restarts.TesterDiff;
import hangproof.model.scsi.restarts.V4;
import hangproof.model.scsi.restarts.V4PlainCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The safe versions on real threads, one for each role, until every request has completed. */
final class RestartsHardwareTest {
  private static final int RUNS = 50;
  private static final long DEADLINE_MILLIS = 20_000;

  private static Stream<Arguments> programs() {
    List<Size> sizes =
        List.of(
            new Size(2, 2, 2, 1, false),
            new Size(2, 2, 2, 1, true),
            new Size(3, 1, 2, 2, true),
            new Size(4, 1, 2, 1, true, 2, 1),
            new Size(4, 1, 2, 1, true, 2, 2),
            new Size(6, 1, 2, 1, true, 6, 2));
    Stream<Arguments> all = Stream.empty();
    for (Size size : sizes) {
      all =
          Stream.concat(
              all,
              Stream.of(
                  Arguments.of("v4", (Version) V4::new, size),
                  Arguments.of("tester-diff", (Version) TesterDiff::new, size),
                  Arguments.of("v4-plain-counters", (Version) V4PlainCounters::new, size)));
    }
    return all;
  }

  @ParameterizedTest(name = "{0} {2}")
  @MethodSource("programs")
  void completes(String name, Version version, Size size) throws InterruptedException {
    for (int run = 0; run < RUNS; run++) {
      HardwareMachine machine = new HardwareMachine();
      Program program = RestartsProgram.build(machine, size, version);
      machine.seal();
      runToCompletion(machine, program);
      assertThat(program.completion().holds().test(machine::peek)).as("complete").isTrue();
      assertThat(program.invariants()).allMatch(p -> p.holds().test(machine::peek));
      assertThat(program.leaks()).allMatch(p -> p.holds().test(machine::peek));
    }
  }

  private static void runToCompletion(HardwareMachine machine, Program program)
      throws InterruptedException {
    Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (Role role : program.roles()) {
      Thread thread = new Thread(() -> run(role, failures), role.name());
      thread.start();
      threads.add(thread);
    }
    long deadline = System.nanoTime() + DEADLINE_MILLIS * 1_000_000;
    while (!program.completion().holds().test(machine::peek)
        && failures.isEmpty()
        && System.nanoTime() < deadline) {
      Thread.sleep(0, 100_000);
    }
    for (Thread thread : threads) {
      settle(thread, machine, program);
    }
    for (Thread thread : threads) {
      thread.interrupt();
      thread.join();
    }
    assertThat(failures).isEmpty();
  }

  /** Gives a thread time to come to where it waits for ever. */
  private static void settle(Thread thread, HardwareMachine machine, Program program)
      throws InterruptedException {
    for (int i = 0; i < 1000; i++) {
      if (!thread.isAlive()
          || program.leaks().stream().allMatch(p -> p.holds().test(machine::peek))) {
        return;
      }
      Thread.sleep(1);
    }
  }

  private static void run(Role role, Queue<Throwable> failures) {
    try {
      int carried = 0;
      while (carried >= 0) {
        carried = role.body().applyAsInt(carried);
      }
    } catch (CancellationException e) {
      // interrupted while waiting for work that never comes: the end of a role that loops
    } catch (RuntimeException e) {
      failures.add(e);
    }
  }
}
