// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.kernel.sched;

/** {@code wait_queue_func_t}: how an entry is woken, with the lock of its queue held. */
@FunctionalInterface
public interface WaitQueueFunc {
  /**
   * Wakes one entry.
   *
   * @param wq_head the queue it is on, which the C functions need not be told
   * @return positive if it woke somebody, 0 if not, negative to end the walk over the queue
   */
  int wake(WaitQueueHead wq_head, WaitQueueEntry curr, int mode);
}
