// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.megaraid;

import hangproof.cases.megaraid.ReplyQueueCases.BlockLayer;
import hangproof.machine.Atomic;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.machine.Word;
import hangproof.model.block.hotplug.HostTags;
import hangproof.model.block.hotplug.HostTags.Version;
import hangproof.model.kernel.irq.Genirq;
import hangproof.model.megaraid.MegasasFusion;
import hangproof.model.megaraid.MegasasIrq;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Tasks, the firmware, for each CPU its vector and its softirq, and CPU 1 going away. */
final class ReplyQueueProgram extends Port {
  private static final int CPUS = 2;

  private final int requests;

  /** Whether CPU 1 goes away. */
  private final boolean goes;

  private final HostTags blk;
  private final MegasasFusion driver;
  private final List<Genirq> vectors = new ArrayList<>();
  private final List<MegasasIrq> reply_queues = new ArrayList<>();

  /** {@code rq->mq_hctx}, for whoever asks whether a reply came to the right queue. */
  private final List<Word> hwq;

  private final boolean own_queue;
  private final boolean softirq;
  private final Atomic done;

  ReplyQueueProgram(
      Machine machine,
      Version version,
      int requests,
      int last_hctx,
      BlockLayer blk,
      boolean by_hwq,
      boolean goes) {
    super(machine);
    this.goes = goes;
    this.requests = requests;
    this.own_queue = version.nr_hw_queues() > 1;
    this.softirq = version.softirq();
    this.done = machine.ghost("done", requests);
    this.blk = blk.on(machine, version, requests, last_hctx, this::completed);
    this.driver = new MegasasFusion(machine, by_hwq, requests, this.blk::raw_smp_processor_id);
    this.hwq =
        IntStream.rangeClosed(1, requests)
            .mapToObj(rq -> machine.word("rq" + rq + ".hwq", 0, 0, CPUS - 1))
            .toList();
    for (int c = 0; c < CPUS; c++) {
      int cpu = c;
      Genirq vector = new Genirq(machine, "irq" + cpu, true);
      vectors.add(vector);
      reply_queues.add(
          new MegasasIrq(
              machine,
              "queue" + cpu + ".",
              MegasasIrq.V516,
              false,
              vector,
              requests,
              smid -> scsi_done(cpu, smid)));
    }
  }

  private void scsi_done(int cpu, int smid) {
    driver.returned_by_firmware();
    BUG_ON(
        own_queue && READ_ONCE(hwq.get(smid - 1)) != cpu,
        "a reply comes to the reply queue of its request's hardware queue");
    blk.blk_mq_complete_request(cpu, smid);
  }

  private void completed(int rq) {
    atomic_inc(done);
  }

  Program program() {
    Program program = new Program(machine);
    for (int r = 0; r < requests; r++) {
      int tag = r;
      program.role(
          "task" + (r + 1),
          turn -> {
            int hctx = blk.__blk_mq_alloc_request(tag);
            WRITE_ONCE(hwq.get(tag), hctx);
            BUG_ON(
                driver.megasas_build_and_issue_cmd_fusion(tag + 1, hctx) != 0,
                "the host takes as many commands as there are tags");
            return Role.END;
          });
    }
    program.role(
        "firmware",
        turn -> {
          driver.firmware(reply_queues);
          return 0;
        });
    for (int c = 0; c < CPUS; c++) {
      int cpu = c;
      program.role(
          "irq" + cpu,
          turn -> {
            reply_queues.get(cpu).interrupt();
            return 0;
          });
      if (softirq) {
        program.role("softirq" + cpu, turn -> blk.blk_done_softirq(cpu) ? 0 : Role.END);
      }
    }
    if (goes) {
      program.role("hotplug", this::hotplug);
    }
    return program
        .completion("every request has completed", memory -> memory.get(done) == requests)
        .returned("every tag is free", memory -> memory.get(blk.tags()) == 0)
        .returned("the firmware has no command", m -> m.get(driver.fw_outstanding()) == 0);
  }

  /** The steps in which CPU 1 goes away. */
  private int hotplug(int step) {
    switch (step) {
      case 0 -> blk.blk_mq_hctx_notify_offline();
      case 1 -> blk.set_cpu_offline();
      case 2 -> {
        vectors.get(1).irq_shutdown();
        vectors.get(1).await_return();
      }
      default -> {
        blk.blk_softirq_cpu_dead();
        return Role.END;
      }
    }
    return step + 1;
  }
}
