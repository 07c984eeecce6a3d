// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.ata;

import hangproof.machine.Bits;
import hangproof.machine.Ids;
import hangproof.machine.KernelSource;
import hangproof.machine.ListHead;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.SpinLock;
import hangproof.machine.Word;
import hangproof.model.scsi.HostTemplate;

/**
 * drivers/ata/libata-core.c and libata-scsi.c: one port with one drive, which takes NCQ commands
 * together, any other command alone. In v6.18 as in v5.9.
 */
public class AtaPort extends Port {
  private static final int ATA_TAG_POISON = 0;
  private static final int ATA_DEFER_LINK = 1;

  private final int ncqs;

  /** {@code ap->lock}. */
  private final SpinLock lock;

  /** {@code link->active_tag}: a command's number is its tag. */
  private final Word active_tag;

  /** {@code link->sactive}. */
  private final Bits sactive;

  /** What the drive has. */
  private final ListHead in_flight;

  /**
   * A port.
   *
   * @param commands numbered from 1
   * @param ncqs the first so many are NCQ commands
   */
  public AtaPort(Machine machine, int commands, int ncqs) {
    super(machine);
    this.ncqs = ncqs;
    this.lock = machine.lock("ap.lock");
    this.active_tag = machine.word("link.active_tag", ATA_TAG_POISON, 0, commands).guardedBy(lock);
    this.sactive = machine.bits("link.sactive", 0, ncqs);
    this.in_flight = machine.list("drive.in_flight", commands);
  }

  /** {@code ata_is_ncq(qc->tf.protocol)}. */
  protected final boolean ata_is_ncq(int qc) {
    return qc <= ncqs;
  }

  /** What the drive has, to look at. */
  public final ListHead in_flight() {
    return in_flight;
  }

  /** Whether the drive may have these commands at a time. */
  public final boolean compatible(int list) {
    int size = Ids.size(list, in_flight.bits());
    for (int l = list; l != 0; l = Ids.rest(l, in_flight.bits())) {
      if (!ata_is_ncq(Ids.first(l, in_flight.bits())) && size > 1) {
        return false;
      }
    }
    return true;
  }

  /** Nothing is left out. Called with {@code ap->lock} held, which the two fields need. */
  @KernelSource(
      version = "v5.9",
      file = "drivers/ata/libata-core.c",
      line = 4360,
      sha256 = "15433bb125150bc276c41c9480b17a985844f0d8e37ec0adea4fd4e4fd2a2c3c")
  protected int ata_std_qc_defer(int qc) {
    if (ata_is_ncq(qc)) {
      if (read(active_tag) == ATA_TAG_POISON) {
        return 0;
      }
    } else {
      if (read(active_tag) == ATA_TAG_POISON && !any_bit(sactive)) {
        return 0;
      }
    }
    return ATA_DEFER_LINK;
  }

  /** Left out: port multipliers, scatter lists, preparation, a drive that sleeps, errors. */
  @KernelSource(
      version = "v5.9",
      file = "drivers/ata/libata-core.c",
      line = 4762,
      sha256 = "699acafbd1abc982d1dc98ea7f41107e1f82650ea818650455888e4f658503d2")
  private void ata_qc_issue(int qc) {
    if (ata_is_ncq(qc)) {
      set_bit(qc - 1, sactive);
    } else {
      write(active_tag, qc);
    }
    ring_doorbell(qc, in_flight);
  }

  /** Left out: commands that are wrong or answered at once, and those of a deferring host. */
  @KernelSource(
      version = "v5.9",
      file = "drivers/ata/libata-scsi.c",
      line = 1699,
      sha256 = "9178e7df279b01914e934429ad1372d6951187b79936d2804d83b835a6ab0d33")
  private int ata_scsi_translate(int qc) {
    int rc = ata_std_qc_defer(qc);
    if (rc != 0) {
      return HostTemplate.SCSI_MLQUEUE_DEVICE_BUSY;
    }
    ata_qc_issue(qc);
    return 0;
  }

  /** Left out: a drive that is not there. */
  @KernelSource(
      version = "v5.9",
      file = "drivers/ata/libata-scsi.c",
      line = 4088,
      sha256 = "02c471a25357d029d41a0b5ef19931b4d9e76136679b279a1a284c63a478a1ce")
  public final int ata_scsi_queuecmd(int scmd) {
    return call(
        () -> {
          spin_lock(lock);
          int rc = ata_scsi_translate(scmd);
          spin_unlock(lock);
          return rc;
        });
  }

  /**
   * The interrupt: waits until the drive has ended a command, and takes it off the port. Its
   * completion, which goes on in softirq context, is the caller's. Left out: errors, exclusive use.
   */
  @KernelSource(
      version = "v5.9",
      file = "drivers/ata/libata-core.c",
      line = 4555,
      sha256 = "cc5056caee1f2e58acde57d3dbe28e3dc777295c8e0369e6179d8f613c0609f8")
  public final int __ata_qc_complete() {
    int qc = await_first(in_flight);
    spin_lock(lock);
    if (ata_is_ncq(qc)) {
      clear_bit(qc - 1, sactive);
    } else {
      write(active_tag, ATA_TAG_POISON);
    }
    spin_unlock(lock);
    return qc;
  }
}
