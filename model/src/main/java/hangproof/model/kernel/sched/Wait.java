// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.kernel.sched;

import static hangproof.model.kernel.sched.Task.TASK_NORMAL;
import static hangproof.model.kernel.sched.Task.TASK_RUNNING;

import hangproof.machine.Ids;
import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.machine.Port;

/**
 * kernel/sched/wait.c and include/linux/wait.h.
 *
 * <p>Whoever holds the lock of a queue walks over a list that nobody else can change, so the walk
 * is one read of it.
 */
public final class Wait extends Port {
  /** More than any list holds: {@code wake_up_all} passes 0, which never counts down to 0. */
  private static final int ALL = 0;

  private final Sched sched;

  public Wait(Machine machine, Sched sched) {
    super(machine);
    this.sched = sched;
  }

  // ---- include/linux/wait.h

  /** Nothing is left out: one look, without any order. */
  @KernelSource(
      version = "v5.9",
      file = "include/linux/wait.h",
      line = 126,
      sha256 = "902a0b91a200a68b9a32bfab36ff13ef038af1a29d5c965efcb9e73e2b90fc81")
  public boolean waitqueue_active(WaitQueueHead wq_head) {
    return !list_empty(wq_head.head);
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.9",
      file = "include/linux/wait.h",
      line = 139,
      sha256 = "f3fbf5aef6cb6c46c57ab3141f62f05571a28dd47581c15d62b38615f2172fe7")
  public boolean wq_has_single_sleeper(WaitQueueHead wq_head) {
    return call(
            () -> {
              int list = walk(wq_head);
              return list != 0 && Ids.rest(list, wq_head.head.bits()) == 0 ? 1 : 0;
            })
        != 0;
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.9",
      file = "include/linux/wait.h",
      line = 152,
      sha256 = "77c71e5421ca2f448da64e181084ee5a066b307570f0e8a74a52fd14111b7ca0")
  public boolean wq_has_sleeper(WaitQueueHead wq_head) {
    smp_mb();
    return waitqueue_active(wq_head);
  }

  /** Nothing is left out: at the head. */
  @KernelSource(
      version = "v5.9",
      file = "include/linux/wait.h",
      line = 169,
      sha256 = "a3ac71537ac91acde60180b378ea605ff77d1cc6675bee758b334e89f7b13916")
  public void __add_wait_queue(WaitQueueHead wq_head, WaitQueueEntry wq_entry) {
    WRITE_ONCE(wq_entry.entry, 1);
    list_add(wq_head.id(wq_entry), wq_head.head);
  }

  /** Nothing is left out: at the tail. */
  @KernelSource(
      version = "v5.9",
      file = "include/linux/wait.h",
      line = 184,
      sha256 = "c0c1c43294e46f632949810b673ac865db0b7df019d5ebbddfffc852b932f4d5")
  public void __add_wait_queue_entry_tail(WaitQueueHead wq_head, WaitQueueEntry wq_entry) {
    WRITE_ONCE(wq_entry.entry, 1);
    list_add_tail(wq_head.id(wq_entry), wq_head.head);
  }

  // ---- the list node inside an entry

  /** {@code list_empty(&wq_entry->entry)}, and its careful form: the entry is on no queue. */
  public boolean entry_empty(WaitQueueEntry wq_entry) {
    return READ_ONCE(wq_entry.entry) == 0;
  }

  /** {@code list_del_init(&wq_entry->entry)}: harmless if it is on no queue. */
  public void list_del_init_entry(WaitQueueHead wq_head, WaitQueueEntry wq_entry) {
    if (!entry_empty(wq_entry)) {
      list_del_init(wq_head.id(wq_entry), wq_head.head);
      WRITE_ONCE(wq_entry.entry, 0);
    }
  }

  // ---- kernel/sched/wait.c

  /** Left out: bookmarks, with which a long walk drops the lock now and then. */
  @KernelSource(
      version = "v5.9",
      file = "kernel/sched/wait.c",
      line = 66,
      sha256 = "29dfc5c584f95167bb646c845a1ccbe09e7b93527d722be572ec85525c029f04")
  private int __wake_up_common(WaitQueueHead wq_head, int mode, int nr) {
    int bits = wq_head.head.bits();
    int nr_exclusive = nr;
    for (int list = walk(wq_head); list != 0; list = Ids.rest(list, bits)) {
      WaitQueueEntry curr = wq_head.entries.get(Ids.first(list, bits) - 1);
      int ret = call(() -> curr.func.wake(wq_head, curr, mode));
      if (ret < 0) {
        break;
      }
      if (ret > 0 && curr.exclusive) {
        nr_exclusive--;
        if (nr_exclusive == 0) {
          break;
        }
      }
    }
    return nr_exclusive;
  }

  /** Since v6.4 it returns how many exclusive waiters it woke; no earlier caller looked. */
  @KernelSource(
      version = "v5.9",
      file = "kernel/sched/wait.c",
      line = 110,
      sha256 = "43bce63e2c993464765b659afb31f817202027964133647d17cd62cca6f6bb06")
  private int __wake_up_common_lock(WaitQueueHead wq_head, int mode, int nr_exclusive) {
    return call(
        () -> {
          spin_lock(wq_head.lock);
          int remaining = __wake_up_common(wq_head, mode, nr_exclusive);
          spin_unlock(wq_head.lock);
          return nr_exclusive - remaining;
        });
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.9",
      file = "include/linux/wait.h",
      function = "wake_up",
      line = 211,
      sha256 = "64a10fbefece8e34e90960f51ec94e49ed3ce1e17296ac828366b4364a462a08")
  public int wake_up(WaitQueueHead wq_head) {
    return __wake_up_common_lock(wq_head, TASK_NORMAL, 1);
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.9",
      file = "include/linux/wait.h",
      function = "wake_up_nr",
      line = 212,
      sha256 = "f77ae9cbf94636ce3df94377760873ade307b7b9e949c999880fac1f5c7ad48a")
  public int wake_up_nr(WaitQueueHead wq_head, int nr) {
    return __wake_up_common_lock(wq_head, TASK_NORMAL, nr);
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.9",
      file = "include/linux/wait.h",
      function = "wake_up_all",
      line = 213,
      sha256 = "19211a549b16e02224c043e918bac83928ae2b30b2bf168a19867d1db4ed0220")
  public int wake_up_all(WaitQueueHead wq_head) {
    return __wake_up_common_lock(wq_head, TASK_NORMAL, ALL);
  }

  /** Left out: that the entry is not exclusive, which it never was. */
  @KernelSource(
      version = "v5.9",
      file = "kernel/sched/wait.c",
      line = 239,
      sha256 = "fb89166222406c11ead1c76f31114b0cd792d4fa5846826e0ed1175ad145a56b")
  public void prepare_to_wait(WaitQueueHead wq_head, WaitQueueEntry wq_entry, int state) {
    spin_lock(wq_head.lock);
    if (entry_empty(wq_entry)) {
      __add_wait_queue(wq_head, wq_entry);
    }
    sched.set_current_state(wq_entry.task, state);
    spin_unlock(wq_head.lock);
  }

  /**
   * Returns whether it is the first on the queue, which the C function does since v5.14 (and no
   * earlier caller asks). Left out: that the entry is exclusive, which it always was.
   */
  @KernelSource(
      version = "v6.18",
      file = "kernel/sched/wait.c",
      line = 263,
      sha256 = "4c05a56385681ed674ca7719106329c3296e4be96bbcaa9ac3d41eff648fb2e7")
  public boolean prepare_to_wait_exclusive(
      WaitQueueHead wq_head, WaitQueueEntry wq_entry, int state) {
    boolean was_empty = false;
    spin_lock(wq_head.lock);
    if (entry_empty(wq_entry)) {
      was_empty = list_empty(wq_head.head);
      __add_wait_queue_entry_tail(wq_head, wq_entry);
    }
    sched.set_current_state(wq_entry.task, state);
    spin_unlock(wq_head.lock);
    return was_empty;
  }

  /** Nothing is left out. */
  @KernelSource(
      version = "v5.9",
      file = "kernel/sched/wait.c",
      line = 361,
      sha256 = "c2cb5d3ab7ed4a0b7fb413f8656cfacb7ab25b117c87e5750ec58079580b29d1")
  public void finish_wait(WaitQueueHead wq_head, WaitQueueEntry wq_entry) {
    sched.__set_current_state(wq_entry.task, TASK_RUNNING);
    if (!entry_empty(wq_entry)) {
      spin_lock(wq_head.lock);
      list_del_init_entry(wq_head, wq_entry);
      spin_unlock(wq_head.lock);
    }
  }

  /** Nothing is left out; which queue the entry is on, the C function need not know. */
  @KernelSource(
      version = "v5.9",
      file = "kernel/sched/wait.c",
      line = 387,
      sha256 = "12f68fbef2b5c42275ea32705fa99c4a962ec730c6359c611e3aa302dade633f")
  public int autoremove_wake_function(WaitQueueHead wq_head, WaitQueueEntry wq_entry, int mode) {
    int ret = sched.default_wake_function(wq_entry, mode);
    if (ret != 0) {
      list_del_init_entry(wq_head, wq_entry);
    }
    return ret;
  }

  /** All that is on the queue, in order. */
  private int walk(WaitQueueHead wq_head) {
    return machine.access(wq_head.head, Op.READ, 0, 0, Order.PLAIN);
  }
}
