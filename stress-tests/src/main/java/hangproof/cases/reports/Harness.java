// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import hangproof.machine.Atomic;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.model.block.BlkMq;
import hangproof.model.block.BlkMqHwCtx;
import hangproof.model.block.RequestQueue;
import java.util.function.IntUnaryOperator;

/** What the programs of the reports have in common: kworkers, timers, a count of what is done. */
final class Harness extends Port {
  private final Program program;
  private final Atomic done;

  /** A program that is complete when so many requests are. */
  Harness(Machine machine, int requests) {
    super(machine);
    this.program = new Program(machine).stalls(Program.Stalls.DESIGNED);
    this.done = machine.ghost("done", requests);
    program.completion(
        "every submitted request has completed", memory -> memory.get(done) == requests);
  }

  Program program() {
    return program;
  }

  Harness role(String name, IntUnaryOperator body) {
    program.role(name, body);
    return this;
  }

  /** An interrupt that ends one request, again and again. */
  Harness irq(Runnable handler) {
    return irq(handler, handler);
  }

  /** So many of them, any of which takes the next request that the device ends. */
  Harness irqs(int count, Runnable handler) {
    program.roles(
        count,
        "irq",
        turn -> {
          handler.run();
          atomic_inc(done);
          return 0;
        });
    return this;
  }

  /** An interrupt that ends one request, again and again; but the first one is another's. */
  Harness irq(Runnable first, Runnable handler) {
    program.role(
        "irq",
        turn -> {
          if (turn == 0 && first != handler) {
            first.run();
          } else {
            handler.run();
            atomic_inc(done);
          }
          return first == handler ? 0 : 1;
        });
    return this;
  }

  /** For each hardware queue a kworker, and a timer that makes a delayed run a run. */
  Harness kblockd(BlkMq blk, RequestQueue q) {
    return kblockd(blk, q, () -> {});
  }

  /**
   * The same, with timers that wait for something before they wait to be armed: it must be
   * something that comes of itself.
   */
  Harness kblockd(BlkMq blk, RequestQueue q, Runnable before) {
    for (int h = 0; h < q.nr_hw_queues(); h++) {
      BlkMqHwCtx hctx = q.hctx(h);
      String suffix = q.nr_hw_queues() == 1 ? "" : String.valueOf((char) ('A' + h));
      program.role(
          "kworker" + suffix,
          turn -> {
            take_work(hctx.run_work);
            blk.blk_mq_run_work_fn(hctx);
            return 0;
          });
      program.timer(
          "timer" + suffix,
          turn -> {
            before.run();
            fire_timer(hctx.run_work);
            return 0;
          });
    }
    return this;
  }

  /** Every tag of the queue's requests must be free in the end. */
  Harness tagsReturned(RequestQueue q) {
    program.returned(
        "every tag is free",
        memory -> {
          for (int h = 0; h < q.nr_hw_queues(); h++) {
            if (memory.get(q.hctx(h).tags.cleared) != (1 << q.hctx(h).tags.depth) - 1) {
              return false;
            }
          }
          return true;
        });
    return this;
  }
}
