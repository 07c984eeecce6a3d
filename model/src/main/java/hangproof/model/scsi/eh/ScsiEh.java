// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi.eh;

import static hangproof.model.kernel.sched.Task.TASK_INTERRUPTIBLE;
import static hangproof.model.kernel.sched.Task.TASK_RUNNING;

import hangproof.machine.Atomic;
import hangproof.machine.Bits;
import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.machine.Port;
import hangproof.machine.SpinLock;
import hangproof.machine.Word;
import hangproof.model.kernel.rcu.Rcu;
import hangproof.model.kernel.sched.Sched;
import hangproof.model.kernel.sched.Task;
import java.util.List;
import java.util.stream.IntStream;

/**
 * drivers/scsi/scsi_lib.c, scsi_error.c and hosts.c of v6.18: how the error handler is woken when
 * every command that is still out has failed.
 *
 * <p>The accesses to INFLIGHT, to the host's state and to host_failed outside its lock are plain in
 * the C code, which is a data race by the letter; ONCE here, to look behind it.
 */
public class ScsiEh extends Port {
  private static final int SCMD_STATE_INFLIGHT = 0;
  private static final int SHOST_RUNNING = 0;
  private static final int SHOST_RECOVERY = 1;

  private final Sched sched;
  private final Rcu rcu;
  private final boolean pins;
  private final Task ehandler;
  protected final SpinLock host_lock;
  private final Word shost_state;
  protected final Word host_failed;
  private final List<Bits> state;
  private final List<Atomic> ref;

  /**
   * A host whose commands are all in flight.
   *
   * @param commands how many
   * @param failed how many of them have failed already, and been counted
   * @param pins whether a scan takes a reference to each request before it looks at it
   */
  public ScsiEh(Machine machine, Rcu rcu, int commands, int failed, boolean pins) {
    super(machine);
    this.sched = new Sched(machine);
    this.rcu = rcu;
    this.pins = pins;
    this.ehandler = new Task(machine, "scsi_eh");
    this.host_lock = machine.lock("host_lock");
    this.shost_state =
        machine
            .word(
                "shost_state",
                failed > 0 ? SHOST_RECOVERY : SHOST_RUNNING,
                SHOST_RUNNING,
                SHOST_RECOVERY)
            .writtenUnder(host_lock);
    this.host_failed = machine.word("host_failed", failed, 0, commands).writtenUnder(host_lock);
    this.state =
        IntStream.rangeClosed(1, commands)
            .mapToObj(i -> machine.bits("cmd" + i + ".state", 1 << SCMD_STATE_INFLIGHT, 1))
            .toList();
    this.ref =
        IntStream.rangeClosed(1, commands)
            .mapToObj(i -> machine.atomic("rq" + i + ".ref", 1, 1, 1 + commands + 2))
            .toList();
  }

  // ---- hosts.c

  /** Nothing is left out. */
  @KernelSource(
      version = "v6.18",
      file = "drivers/scsi/hosts.c",
      line = 595,
      sha256 = "81f9cf8c6d3f93eb13be6a004be8c2bfee32abf7dad98b651898130e14c35452")
  private boolean scsi_host_check_in_flight(int cmd) {
    return test_bit(SCMD_STATE_INFLIGHT, state.get(cmd));
  }

  /**
   * Left out: the walk over the bits of the tags, all of which are set. The pin is {@code
   * req_ref_inc_not_zero} of bt_tags_iter (v5.14 and later), which is an {@code
   * atomic_inc_not_zero}: a full barrier, as it succeeds.
   */
  @KernelSource(
      version = "v6.18",
      file = "drivers/scsi/hosts.c",
      line = 610,
      sha256 = "a95d12ad838f4e4f8f226a1d8304e0c66b23159e6e4c663d57c7f3ee4cd3230d")
  protected final int scsi_host_busy() {
    return call(
        () -> {
          int cnt = 0;
          for (int cmd = 0; cmd < state.size(); cmd++) {
            if (pins && !atomic_inc_not_zero(ref.get(cmd))) {
              continue;
            }
            if (scsi_host_check_in_flight(cmd)) {
              cnt++;
            }
            if (pins) {
              BUG_ON(atomic_dec_and_test(ref.get(cmd)), "nobody frees a request here");
            }
          }
          return cnt;
        });
  }

  // ---- scsi_lib.c

  /** Left out: states that are not met here. */
  @KernelSource(
      version = "v6.18",
      file = "include/scsi/scsi_host.h",
      line = 752,
      sha256 = "d93b4f6e3a2661761d4889b5f7bf2f02b3aa94593c2733a790ec77ad49fb8eb3")
  private boolean scsi_host_in_recovery() {
    return READ_ONCE(shost_state) == SHOST_RECOVERY;
  }

  /** Left out: an error handler that is scheduled without a command. */
  @KernelSource(
      version = "v6.18",
      file = "drivers/scsi/scsi_lib.c",
      line = 372,
      sha256 = "7eeae10f6b372032e6fe53791d42a1bbf0c6be8ac699df1f63190b48a6df05c5")
  public final void scsi_dec_host_busy(int reader, int cmd) {
    rcu.rcu_read_lock(reader);
    machine.access(state.get(cmd), Op.WRITE, 0, 0, Order.ONCE);
    if (scsi_host_in_recovery()) {
      count_and_wake();
    }
    rcu.rcu_read_unlock(reader);
  }

  /** What a completion does in recovery: counts first, then takes the lock. */
  protected void count_and_wake() {
    int busy = scsi_host_busy();
    spin_lock(host_lock);
    if (READ_ONCE(host_failed) != 0) {
      scsi_eh_wakeup(busy);
    }
    spin_unlock(host_lock);
  }

  // ---- scsi_error.c

  /** Nothing is left out. */
  @KernelSource(
      version = "v6.18",
      file = "drivers/scsi/scsi_error.c",
      line = 64,
      sha256 = "8a564fff8e6200e84184176235dd5d5be97c422c4234043bd330ba83e62e18d3")
  protected final void scsi_eh_wakeup(int busy) {
    if (busy == READ_ONCE(host_failed)) {
      sched.wake_up_process(ehandler);
    }
  }

  /** Nothing is left out: counts first, then takes the lock. */
  @KernelSource(
      version = "v6.18",
      file = "drivers/scsi/scsi_error.c",
      line = 281,
      sha256 = "ababb26a42c43d890d016c7c6ab7f412a9216fdea2eb69bbe2353c3d5091ee05")
  protected void scsi_eh_inc_host_failed() {
    int busy = scsi_host_busy();
    spin_lock(host_lock);
    WRITE_ONCE(host_failed, READ_ONCE(host_failed) + 1);
    scsi_eh_wakeup(busy);
    spin_unlock(host_lock);
  }

  /** Left out: the list of failed commands, deadlines. */
  @KernelSource(
      version = "v6.18",
      file = "drivers/scsi/scsi_error.c",
      line = 298,
      sha256 = "8e0ea2016fc47c7181bfee4dfd9c61a3182a6dce8cf800e5afe33611b3cf3697")
  public final void scsi_eh_scmd_add() {
    spin_lock(host_lock);
    WRITE_ONCE(shost_state, SHOST_RECOVERY);
    spin_unlock(host_lock);
    rcu.call_rcu();
  }

  /** The softirq's side of call_rcu. */
  public final void rcu_callback() {
    rcu.await_grace_period();
    scsi_eh_inc_host_failed();
  }

  /** Left out: what it does about the failed commands; returns when it may begin. */
  @KernelSource(
      version = "v6.18",
      file = "drivers/scsi/scsi_error.c",
      line = 2305,
      sha256 = "add40e72a2800fcd802629baa6757ed5a58915db427a1e0f64e21ce35865adbd")
  public final void scsi_error_handler() {
    loop(
        0,
        turn -> {
          sched.set_current_state(ehandler, TASK_INTERRUPTIBLE);
          int failed = READ_ONCE(host_failed);
          if (failed == 0 || READ_ONCE(host_failed) != scsi_host_busy()) {
            sched.schedule(ehandler);
            return 0;
          }
          sched.__set_current_state(ehandler, TASK_RUNNING);
          return ~0;
        });
  }
}
