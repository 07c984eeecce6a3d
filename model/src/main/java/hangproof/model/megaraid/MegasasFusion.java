// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.megaraid;

import hangproof.machine.Atomic;
import hangproof.machine.KernelSource;
import hangproof.machine.ListHead;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.Word;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;

/**
 * drivers/scsi/megaraid/megaraid_sas_fusion.c: a command is issued to a reply queue, of which there
 * is one for each CPU. As in v6.18; v5.9 differs in what {@link #megasas_get_msix_index} says.
 */
public final class MegasasFusion extends Port {
  /** {@code SCSI_MLQUEUE_HOST_BUSY}. */
  public static final int SCSI_MLQUEUE_HOST_BUSY = 0x1055;

  private static final int CPUS = 2;

  private final boolean by_hwq;
  private final int can_queue;
  private final IntSupplier raw_smp_processor_id;
  private final Atomic fw_outstanding;

  /** {@code request_desc->SCSIIO.MSIxIndex} of each command. */
  private final List<Word> msix_index;

  /** The firmware's inbound queue. */
  private final ListHead inbound;

  /**
   * A driver.
   *
   * @param by_hwq whether the hardware queue tells the reply queue ({@code nr_hw_queues > 1}),
   *     rather than the CPU that issues
   * @param commands as many as the host takes
   */
  public MegasasFusion(
      Machine machine, boolean by_hwq, int commands, IntSupplier raw_smp_processor_id) {
    super(machine);
    this.by_hwq = by_hwq;
    this.can_queue = commands;
    this.raw_smp_processor_id = raw_smp_processor_id;
    this.fw_outstanding = machine.atomic("fw_outstanding", 0, 0, commands);
    this.msix_index =
        IntStream.rangeClosed(1, commands)
            .mapToObj(smid -> machine.word("cmd" + smid + ".MSIxIndex", 0, 0, CPUS - 1))
            .toList();
    this.inbound = machine.list("inbound_queue", commands);
  }

  /** Commands that the firmware has. */
  public Atomic fw_outstanding() {
    return fw_outstanding;
  }

  /** Left out: the balanced mode, which spreads commands over queues; queues of low latency. */
  @KernelSource(
      version = "v6.18",
      file = "drivers/scsi/megaraid/megaraid_sas_fusion.c",
      line = 389,
      sha256 = "42e6efbf560032cfee49d01910bc283d5066501efb175bc5f857fd9810bfc47c")
  private int megasas_get_msix_index(int hwq) {
    return by_hwq ? hwq : raw_smp_processor_id.getAsInt();
  }

  /** Left out: the limit on commands to logical drives, RAID 1, what is in a command. */
  @KernelSource(
      version = "v6.18",
      file = "drivers/scsi/megaraid/megaraid_sas_fusion.c",
      line = 3366,
      sha256 = "16e1f26c32d53cb4d3975791e4abb8fafe580db427bdae5d739a612253339baa")
  public int megasas_build_and_issue_cmd_fusion(int smid, int hwq) {
    if (atomic_inc_return(fw_outstanding) > can_queue) {
      atomic_dec(fw_outstanding);
      return SCSI_MLQUEUE_HOST_BUSY;
    }
    WRITE_ONCE(msix_index.get(smid - 1), megasas_get_msix_index(hwq));
    megasas_fire_cmd_fusion(smid);
    return 0;
  }

  /** Nothing is left out: a write to the device's register comes after the stores before it. */
  @KernelSource(
      version = "v6.18",
      file = "drivers/scsi/megaraid/megaraid_sas_fusion.c",
      line = 320,
      sha256 = "9bc990ea8553ac0840c95b9fa18577ff2c7d144fcb81164bb1fcce0ffd2fb4b5")
  private void megasas_fire_cmd_fusion(int smid) {
    ring_doorbell(smid, inbound);
  }

  /** The firmware: waits for a command, and posts its reply where the command says. */
  public void firmware(List<MegasasIrq> reply_queues) {
    int smid = await_first(inbound);
    reply_queues.get(READ_ONCE(msix_index.get(smid - 1))).post(smid);
  }

  /** Of complete_cmd_fusion, what it does first about a command. */
  @KernelSource(
      version = "v6.18",
      file = "drivers/scsi/megaraid/megaraid_sas_fusion.c",
      function = "complete_cmd_fusion",
      line = 3547,
      sha256 = "f262dd6cc9ccc931a42dece9f32970819b834c9f498d196af9ce0c4083eb3c09")
  public void returned_by_firmware() {
    atomic_dec(fw_outstanding);
  }
}
