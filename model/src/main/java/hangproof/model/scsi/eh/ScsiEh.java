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
  @KernelSource(version = "v6.18", file = "drivers/scsi/hosts.c", line = 595)
  private boolean scsi_host_check_in_flight(int cmd) {
    return test_bit(SCMD_STATE_INFLIGHT, state.get(cmd));
  }

  /**
   * Left out: the walk over the bits of the tags, all of which are set. The pin is {@code
   * req_ref_inc_not_zero} of bt_tags_iter (v5.14 and later), which is an {@code
   * atomic_inc_not_zero}: a full barrier, as it succeeds.
   */
  @KernelSource(version = "v6.18", file = "drivers/scsi/hosts.c", line = 610)
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
  @KernelSource(version = "v6.18", file = "include/scsi/scsi_host.h", line = 752)
  private boolean scsi_host_in_recovery() {
    return READ_ONCE(shost_state) == SHOST_RECOVERY;
  }

  /** Left out: an error handler that is scheduled without a command. */
  @KernelSource(version = "v6.18", file = "drivers/scsi/scsi_lib.c", line = 372)
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
  @KernelSource(version = "v6.18", file = "drivers/scsi/scsi_error.c", line = 64)
  protected final void scsi_eh_wakeup(int busy) {
    if (busy == READ_ONCE(host_failed)) {
      sched.wake_up_process(ehandler);
    }
  }

  /** Nothing is left out: counts first, then takes the lock. */
  @KernelSource(version = "v6.18", file = "drivers/scsi/scsi_error.c", line = 281)
  protected void scsi_eh_inc_host_failed() {
    int busy = scsi_host_busy();
    spin_lock(host_lock);
    WRITE_ONCE(host_failed, READ_ONCE(host_failed) + 1);
    scsi_eh_wakeup(busy);
    spin_unlock(host_lock);
  }

  /** Left out: the list of failed commands, deadlines. */
  @KernelSource(version = "v6.18", file = "drivers/scsi/scsi_error.c", line = 298)
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
  @KernelSource(version = "v6.18", file = "drivers/scsi/scsi_error.c", line = 2305)
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
