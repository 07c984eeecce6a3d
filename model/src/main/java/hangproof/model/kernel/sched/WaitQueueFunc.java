// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.kernel.sched;

/** {@code wait_queue_func_t}: how an entry is woken, with the lock of its queue held. */
@FunctionalInterface
public interface WaitQueueFunc {
  /** Positive if it woke somebody, 0 if not, negative to end the walk over the queue. */
  int wake(WaitQueueEntry curr, int mode);
}
