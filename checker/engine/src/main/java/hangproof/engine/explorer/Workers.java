// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs numbered tasks on all workers; which worker takes which task does not matter. */
final class Workers implements AutoCloseable {
  /** A task, on the worker that has its number's scratch space. */
  interface Task {
    void run(int worker, int task);
  }

  private final int count;
  private final ExecutorService helpers;

  Workers(int count) {
    this.count = count;
    this.helpers =
        count == 1
            ? null
            : Executors.newFixedThreadPool(
                count - 1,
                r -> {
                  Thread t = new Thread(r, "hangproof-worker");
                  t.setDaemon(true);
                  return t;
                });
  }

  int count() {
    return count;
  }

  /** Runs all tasks and waits for them; the caller is worker 0. */
  void run(int tasks, boolean alone, Task task) {
    if (alone || count == 1) {
      for (int i = 0; i < tasks; i++) {
        task.run(0, i);
      }
      return;
    }
    AtomicInteger next = new AtomicInteger();
    List<Future<?>> others = new ArrayList<>();
    for (int w = 1; w < count; w++) {
      int worker = w;
      others.add(helpers.submit(() -> drain(next, tasks, worker, task)));
    }
    RuntimeException failure = null;
    try {
      drain(next, tasks, 0, task);
    } catch (RuntimeException e) {
      failure = e;
      next.set(tasks);
    }
    for (Future<?> other : others) {
      failure = join(other, failure);
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static void drain(AtomicInteger next, int tasks, int worker, Task task) {
    for (int i = next.getAndIncrement(); i < tasks; i = next.getAndIncrement()) {
      task.run(worker, i);
    }
  }

  /** An interrupt is kept for the search to see between two rounds: no round is left half done. */
  private static RuntimeException join(Future<?> other, RuntimeException failure) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          other.get();
          return failure;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      return failure == null ? (RuntimeException) e.getCause() : failure;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    if (helpers != null) {
      helpers.shutdownNow();
    }
  }
}
