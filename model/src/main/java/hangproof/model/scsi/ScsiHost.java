// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi;

import hangproof.machine.Atomic;
import hangproof.machine.Ids;
import hangproof.machine.KernelSource;
import hangproof.machine.ListHead;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.SpinLock;
import hangproof.machine.Word;
import hangproof.model.block.BlkMq;
import hangproof.model.block.RequestQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * drivers/scsi/scsi_lib.c: what the devices of a host have in common, all of them of one target:
 * whether target and host take one more command, and the list of devices that were told no.
 *
 * <p>As in v5.10. {@code host_self_blocked} is never set, nobody recovers from an error, and the
 * bits that say which commands are in flight are ONCE here, plain in the C code.
 */
public class ScsiHost extends Port {
  private static final int NOWHERE = 0;
  private static final int SHARED = 1;

  /** {@code starget->can_queue}; 0 if there is no limit. */
  protected final int can_queue;

  private final BlkMq blk;
  protected final SpinLock host_lock;

  /** {@code starget->target_busy}. */
  public final Atomic target_busy;

  final Atomic target_blocked;
  final Atomic host_blocked;

  /** Devices, numbered from 1. */
  protected final ListHead starved_list;

  /** The list on the stack of each device's requeue work. */
  private final List<ListHead> local_lists;

  /**
   * {@code sdev->starved_entry}: the list that it is on. Whoever asks whether it is on one does so
   * without the lock.
   */
  private final List<Word> starved_entry;

  /** SCMD_STATE_INFLIGHT of each device's commands. */
  private final List<List<Word>> inflight;

  private final List<RequestQueue> queues = new ArrayList<>();

  /**
   * A host.
   *
   * @param devices how many, added by {@link #add}
   * @param commands of each device
   * @param can_queue commands that the target takes at a time, 0 if it does not say
   * @param max_blocked {@code max_host_blocked} and its like
   * @param dispatchers threads that may ask at the same time
   */
  public ScsiHost(
      Machine machine,
      BlkMq blk,
      int devices,
      int commands,
      int can_queue,
      int max_blocked,
      int dispatchers) {
    super(machine);
    this.blk = blk;
    this.can_queue = can_queue;
    int below = max_blocked == 0 ? 0 : -dispatchers;
    this.host_lock = machine.lock("host_lock");
    this.target_busy =
        machine.atomic("starget.target_busy", 0, 0, can_queue == 0 ? 0 : can_queue + dispatchers);
    this.target_blocked = machine.atomic("starget.target_blocked", 0, below, max_blocked);
    this.host_blocked = machine.atomic("shost.host_blocked", 0, below, max_blocked);
    this.starved_list = machine.list("shost.starved_list", devices).writtenUnder(host_lock);
    this.local_lists =
        IntStream.rangeClosed(1, devices)
            .mapToObj(d -> machine.list("starved_list" + d, devices).guardedBy(host_lock))
            .toList();
    this.starved_entry =
        IntStream.rangeClosed(1, devices)
            .mapToObj(
                d ->
                    machine
                        .word("sdev" + d + ".starved_entry", NOWHERE, NOWHERE, SHARED + devices)
                        .writtenUnder(host_lock))
            .toList();
    this.inflight =
        IntStream.rangeClosed(1, devices)
            .mapToObj(
                d ->
                    IntStream.rangeClosed(1, commands)
                        .mapToObj(c -> machine.word("sdev" + d + ".cmd" + c + ".inflight", 0, 0, 1))
                        .toList())
            .toList();
  }

  /** The next device, by its queue; returns its number. */
  final int add(RequestQueue q) {
    queues.add(q);
    return queues.size();
  }

  // ---- lists of devices, all under host_lock

  private ListHead list(int where) {
    return where == SHARED ? starved_list : local_lists.get(where - SHARED - 1);
  }

  private void list_del(int sdev) {
    int where = READ_ONCE(starved_entry.get(sdev - 1));
    if (where != NOWHERE) {
      list_del_init(sdev, list(where));
    }
  }

  private void list_move_tail(int sdev) {
    list_del(sdev);
    list_add_tail(sdev, starved_list);
    WRITE_ONCE(starved_entry.get(sdev - 1), SHARED);
  }

  private boolean starved_entry_empty(int sdev) {
    return READ_ONCE(starved_entry.get(sdev - 1)) == NOWHERE;
  }

  // ---- is there room?

  /** Left out: targets that take commands of one device at a time (single_lun). */
  @KernelSource(
      version = "v5.10",
      file = "drivers/scsi/scsi_lib.c",
      line = 1290,
      sha256 = "6dd4f2628c347244fb8b3af71443070488cd0f459be74ef43ca36f2885ca5932")
  protected boolean scsi_target_queue_ready(int sdev) {
    if (can_queue <= 0) {
      return true;
    }
    int busy = atomic_inc_return(target_busy) - 1;
    boolean starved = false;
    if (atomic_read(target_blocked) > 0) {
      if (busy != 0) {
        starved = true;
      } else if (atomic_dec_return(target_blocked) > 0) {
        atomic_dec(target_busy);
        return false;
      }
    }
    if (!starved && busy < can_queue) {
      return true;
    }
    target_starved(sdev);
    return false;
  }

  /** Its label starved: first the list, then the count. */
  protected void target_starved(int sdev) {
    target_listed(sdev);
    atomic_dec(target_busy);
  }

  /** Of its label starved, the list. */
  protected void target_listed(int sdev) {
    call(
        () -> {
          spin_lock(host_lock);
          list_move_tail(sdev);
          spin_unlock(host_lock);
          return 0;
        });
  }

  /** A scan of all tags, in which each command is looked at by itself. */
  @KernelSource(
      version = "v5.9",
      file = "drivers/scsi/hosts.c",
      line = 576,
      sha256 = "92b764ec78329531cb499d149aa118ea8f7a01af04e81a6e5aff1e27f91ff487")
  private int scsi_host_busy() {
    return call(
        () -> {
          int cnt = 0;
          for (List<Word> device : inflight) {
            for (Word cmd : device) {
              cnt += READ_ONCE(cmd);
            }
          }
          return cnt;
        });
  }

  /** Left out: a host in recovery, or one that blocks itself. */
  @KernelSource(
      version = "v5.10",
      file = "drivers/scsi/scsi_lib.c",
      line = 1345,
      sha256 = "80e33494540e6a733e8b98a98a04c77fab47bdd65629c97873face9dbcdab91a")
  boolean scsi_host_queue_ready(int sdev, int rq) {
    if (atomic_read(host_blocked) > 0) {
      if (scsi_host_busy() > 0) {
        host_listed(sdev);
        scsi_dec_host_busy(sdev, rq);
        return false;
      }
      if (atomic_dec_return(host_blocked) > 0) {
        scsi_dec_host_busy(sdev, rq);
        return false;
      }
    }
    call(
        () -> {
          if (!starved_entry_empty(sdev)) {
            spin_lock(host_lock);
            if (!starved_entry_empty(sdev)) {
              list_del(sdev);
              WRITE_ONCE(starved_entry.get(sdev - 1), NOWHERE);
            }
            spin_unlock(host_lock);
          }
          return 0;
        });
    WRITE_ONCE(inflight.get(sdev - 1).get(rq - 1), 1);
    return true;
  }

  /** Of its label starved, the list. */
  private void host_listed(int sdev) {
    call(
        () -> {
          spin_lock(host_lock);
          if (starved_entry_empty(sdev)) {
            list_add_tail(sdev, starved_list);
            WRITE_ONCE(starved_entry.get(sdev - 1), SHARED);
          }
          spin_unlock(host_lock);
          return 0;
        });
  }

  /** Left out: a host in recovery. */
  @KernelSource(
      version = "v5.10",
      file = "drivers/scsi/scsi_lib.c",
      line = 306,
      sha256 = "06dfb234abab873f7daeec8b9a985e8902a090d708d1dc2f23f6adcd3b4bd0fb")
  void scsi_dec_host_busy(int sdev, int rq) {
    WRITE_ONCE(inflight.get(sdev - 1).get(rq - 1), 0);
  }

  /** Of scsi_queue_rq and scsi_device_unbusy. */
  void dec_target_busy() {
    if (can_queue > 0) {
      atomic_dec(target_busy);
    }
  }

  // ---- who is starved is run

  /** A look without the lock. */
  final boolean nobody_starved() {
    return list_empty(starved_list);
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.10",
      file = "drivers/scsi/scsi_lib.c",
      line = 394,
      sha256 = "7a40b58efefc13314de180009c8e752aa4cca778a04d7eeedde3de134596ab55")
  private boolean scsi_target_is_busy() {
    return can_queue > 0
        && (atomic_read(target_busy) >= can_queue || atomic_read(target_blocked) > 0);
  }

  /** Left out: a host that blocks itself. */
  @KernelSource(
      version = "v5.10",
      file = "drivers/scsi/scsi_lib.c",
      line = 405,
      sha256 = "64ff023614856d48e0cf14b7ea55d217725d9522ac8736dee6becc881dbb5472")
  private boolean scsi_host_is_busy() {
    return atomic_read(host_blocked) > 0;
  }

  /**
   * Left out: queues that die.
   *
   * @param sdev the device whose requeue work this is: it has a list on its stack
   */
  @KernelSource(
      version = "v5.10",
      file = "drivers/scsi/scsi_lib.c",
      line = 414,
      sha256 = "705aa0461485436c2f4530cf57200cf025413a82eeab091184a07fa398f40c84")
  final void scsi_starved_list_run(int sdev) {
    ListHead local = local_lists.get(sdev - 1);
    spin_lock(host_lock);
    call(
        () -> {
          int taken = list_splice_init(starved_list);
          list_splice_tail(taken, local);
          mark(taken, SHARED + sdev);
          return 0;
        });
    loop(
        0,
        turn -> {
          int next = call(() -> next_starved(local));
          if (next == 0) {
            return ~0;
          }
          if (next < 0) {
            return 0;
          }
          spin_unlock(host_lock);
          blk.blk_mq_run_hw_queues(queues.get(next - 1), false);
          spin_lock(host_lock);
          return 0;
        });
    call(
        () -> {
          int left = list_splice_init(local);
          list_splice(left, starved_list);
          mark(left, SHARED);
          return 0;
        });
    spin_unlock(host_lock);
  }

  /** The device to run, 0 if that is all, negative if its target is busy. */
  private int next_starved(ListHead local) {
    int sdev = list_first_entry_or_null(local);
    if (sdev == 0 || scsi_host_is_busy()) {
      return 0;
    }
    list_del_init(sdev, local);
    if (scsi_target_is_busy()) {
      list_add_tail(sdev, starved_list);
      WRITE_ONCE(starved_entry.get(sdev - 1), SHARED);
      return -1;
    }
    WRITE_ONCE(starved_entry.get(sdev - 1), NOWHERE);
    return sdev;
  }

  private void mark(int list, int where) {
    for (int l = list; l != 0; l = Ids.rest(l, starved_list.bits())) {
      WRITE_ONCE(starved_entry.get(Ids.first(l, starved_list.bits()) - 1), where);
    }
  }
}
