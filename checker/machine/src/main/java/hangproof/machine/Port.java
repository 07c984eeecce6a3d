// SPDX-License-Identifier: MIT
package hangproof.machine;

import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;

/**
 * What a port is written in: the kernel's primitives under the kernel's names, so that the Java
 * reads like the C it follows.
 *
 * <p>Orderings are those of atomic_t.txt, atomic_bitops.txt, memory-barriers.txt and
 * refcount-vs-atomic.rst. A subclass keeps its state in cells and final fields, and nothing else.
 */
public abstract class Port {
  protected final Machine machine;

  protected Port(Machine machine) {
    this.machine = machine;
  }

  // ---- ordinary variables

  protected final int READ_ONCE(Word w) {
    return machine.access(w, Op.READ, 0, 0, Order.ONCE);
  }

  protected final void WRITE_ONCE(Word w, int v) {
    machine.access(w, Op.WRITE, v, 0, Order.ONCE);
  }

  /** A plain C read of the variable. */
  protected final int read(Word w) {
    return machine.access(w, Op.READ, 0, 0, Order.PLAIN);
  }

  /** A plain C write of the variable. */
  protected final void write(Word w, int v) {
    machine.access(w, Op.WRITE, v, 0, Order.PLAIN);
  }

  protected final int smp_load_acquire(Word w) {
    return machine.access(w, Op.READ, 0, 0, Order.ACQUIRE);
  }

  protected final void smp_store_release(Word w, int v) {
    machine.access(w, Op.WRITE, v, 0, Order.RELEASE);
  }

  protected final void smp_store_mb(Word w, int v) {
    WRITE_ONCE(w, v);
    smp_mb();
  }

  protected final int xchg(Word w, int v) {
    return machine.access(w, Op.XCHG, v, 0, Order.FULL);
  }

  protected final int cmpxchg(Word w, int old, int v) {
    return machine.access(w, Op.CMPXCHG, old, v, Order.FULL);
  }

  // ---- barriers

  protected final void smp_mb() {
    machine.fence(Fence.MB);
  }

  protected final void smp_rmb() {
    machine.fence(Fence.RMB);
  }

  protected final void smp_wmb() {
    machine.fence(Fence.WMB);
  }

  protected final void smp_mb__before_atomic() {
    machine.fence(Fence.BEFORE_ATOMIC);
  }

  protected final void smp_mb__after_atomic() {
    machine.fence(Fence.AFTER_ATOMIC);
  }

  // ---- atomic_t

  protected final int atomic_read(Atomic a) {
    return machine.access(a, Op.READ, 0, 0, Order.ONCE);
  }

  protected final void atomic_set(Atomic a, int v) {
    machine.access(a, Op.WRITE, v, 0, Order.ONCE);
  }

  protected final void atomic_add(Atomic a, int i) {
    machine.access(a, Op.ADD, i, 0, Order.ONCE);
  }

  protected final void atomic_sub(Atomic a, int i) {
    atomic_add(a, -i);
  }

  protected final void atomic_inc(Atomic a) {
    atomic_add(a, 1);
  }

  protected final void atomic_dec(Atomic a) {
    atomic_add(a, -1);
  }

  protected final int atomic_add_return(Atomic a, int i) {
    return machine.access(a, Op.ADD_RETURN, i, 0, Order.FULL);
  }

  protected final int atomic_inc_return(Atomic a) {
    return atomic_add_return(a, 1);
  }

  protected final int atomic_dec_return(Atomic a) {
    return atomic_add_return(a, -1);
  }

  protected final int atomic_add_return_relaxed(Atomic a, int i) {
    return machine.access(a, Op.ADD_RETURN, i, 0, Order.ONCE);
  }

  protected final int atomic_add_return_acquire(Atomic a, int i) {
    return machine.access(a, Op.ADD_RETURN, i, 0, Order.ACQUIRE);
  }

  protected final int atomic_add_return_release(Atomic a, int i) {
    return machine.access(a, Op.ADD_RETURN, i, 0, Order.RELEASE);
  }

  protected final int atomic_fetch_add(Atomic a, int i) {
    return machine.access(a, Op.FETCH_ADD, i, 0, Order.FULL);
  }

  protected final boolean atomic_dec_and_test(Atomic a) {
    return machine.access(a, Op.ADD_AND_TEST, -1, 0, Order.FULL) != 0;
  }

  protected final int atomic_xchg(Atomic a, int v) {
    return machine.access(a, Op.XCHG, v, 0, Order.FULL);
  }

  /** Full barrier if it succeeds, none if it fails. */
  protected final int atomic_cmpxchg(Atomic a, int old, int v) {
    return machine.access(a, Op.CMPXCHG, old, v, Order.FULL);
  }

  protected final int atomic_cmpxchg_relaxed(Atomic a, int old, int v) {
    return machine.access(a, Op.CMPXCHG, old, v, Order.ONCE);
  }

  protected final int atomic_cmpxchg_acquire(Atomic a, int old, int v) {
    return machine.access(a, Op.CMPXCHG, old, v, Order.ACQUIRE);
  }

  protected final int atomic_cmpxchg_release(Atomic a, int old, int v) {
    return machine.access(a, Op.CMPXCHG, old, v, Order.RELEASE);
  }

  /** Full barrier if it succeeds, none if it fails. */
  protected final boolean atomic_add_unless(Atomic a, int i, int u) {
    return machine.access(a, Op.ADD_UNLESS, i, u, Order.FULL) != 0;
  }

  protected final boolean atomic_inc_not_zero(Atomic a) {
    return atomic_add_unless(a, 1, 0);
  }

  // ---- refcount_t (refcount-vs-atomic.rst)

  /** A control dependency orders what follows; nothing else does. */
  protected final boolean refcount_inc_not_zero(Atomic r) {
    return machine.access(r, Op.ADD_UNLESS, 1, 0, Order.ONCE) != 0;
  }

  /** Release; and, if this was the last reference, acquire. */
  protected final boolean refcount_dec_and_test(Atomic r) {
    return machine.access(r, Op.ADD_AND_TEST, -1, 0, Order.RELEASE) != 0;
  }

  // ---- bit operations

  protected final boolean test_bit(int nr, Bits b) {
    return machine.access(b, Op.TEST_BIT, nr, 0, Order.ONCE) != 0;
  }

  /** Whether the word has any bit set. */
  protected final boolean any_bit(Bits b) {
    return machine.access(b, Op.TEST_MASK, -1, 0, Order.ONCE) != 0;
  }

  /** The whole word. */
  protected final int read_bits(Bits b) {
    return machine.access(b, Op.READ, 0, 0, Order.ONCE);
  }

  protected final void set_bit(int nr, Bits b) {
    machine.access(b, Op.OR, 1 << nr, 0, Order.ONCE);
  }

  protected final void clear_bit(int nr, Bits b) {
    machine.access(b, Op.AND, ~(1 << nr), 0, Order.ONCE);
  }

  /** Not atomic: a load, then a store. */
  protected final void __set_bit(int nr, Bits b) {
    int old = machine.access(b, Op.READ, 0, 0, Order.PLAIN);
    machine.access(b, Op.WRITE, old | (1 << nr), 0, Order.PLAIN);
  }

  /** Not atomic: a load, then a store. */
  protected final void __clear_bit(int nr, Bits b) {
    int old = machine.access(b, Op.READ, 0, 0, Order.PLAIN);
    machine.access(b, Op.WRITE, old & ~(1 << nr), 0, Order.PLAIN);
  }

  /** A full barrier whatever it returns (since 415d83249709, 2022). */
  protected final boolean test_and_set_bit(int nr, Bits b) {
    return machine.access(b, Op.TEST_AND_SET, nr, 0, Order.FULL) != 0;
  }

  /** The generic code before 2022: no atomic, hence no order, when the bit was set already. */
  protected final boolean test_and_set_bit_unordered_on_failure(int nr, Bits b) {
    if (test_bit(nr, b)) {
      return true;
    }
    return test_and_set_bit(nr, b);
  }

  protected final boolean test_and_clear_bit(int nr, Bits b) {
    return machine.access(b, Op.TEST_AND_CLEAR, nr, 0, Order.FULL) != 0;
  }

  /** Acquire if it gets the bit, nothing if it does not. */
  protected final boolean test_and_set_bit_lock(int nr, Bits b) {
    return machine.access(b, Op.TEST_AND_SET_LOCK, nr, 0, Order.ACQUIRE) != 0;
  }

  protected final void clear_bit_unlock(int nr, Bits b) {
    machine.access(b, Op.AND, ~(1 << nr), 0, Order.RELEASE);
  }

  /** Takes the whole word, leaving none. */
  protected final int xchg_bits(Bits b, int v) {
    return machine.access(b, Op.XCHG, v, 0, Order.FULL);
  }

  /** Clears the bits of the mask. */
  protected final void clear_bits(Bits b, int mask) {
    machine.access(b, Op.AND, ~mask, 0, Order.ONCE);
  }

  // ---- spin locks (interrupts and bottom halves are the roles' business)

  protected final void spin_lock(SpinLock l) {
    machine.access(l, Op.LOCK, 0, 0, Order.ACQUIRE);
  }

  protected final void spin_unlock(SpinLock l) {
    machine.access(l, Op.UNLOCK, 0, 0, Order.RELEASE);
  }

  // ---- lists of pooled objects

  /**
   * list_empty(), and list_empty_careful(): of the latter the second look, at {@code head->prev},
   * and the acquire are left out, without which a thread sees no request earlier and orders less.
   */
  protected final boolean list_empty(ListHead head) {
    return machine.access(head, Op.LIST_EMPTY, 0, 0, Order.ONCE) != 0;
  }

  /** The first object, 0 if there is none. */
  protected final int list_first_entry_or_null(ListHead head) {
    return machine.access(head, Op.LIST_FIRST, 0, head.bits(), Order.PLAIN);
  }

  protected final void list_add_tail(int entry, ListHead head) {
    machine.access(head, Op.LIST_ADD_TAIL, entry, head.bits(), Order.ONCE);
  }

  protected final void list_add(int entry, ListHead head) {
    machine.access(head, Op.LIST_ADD, entry, head.bits(), Order.ONCE);
  }

  protected final void list_del_init(int entry, ListHead head) {
    machine.access(head, Op.LIST_DEL, entry, head.bits(), Order.ONCE);
  }

  /** Empties the list into a local one, a packed sequence of {@link Ids}. */
  protected final int list_splice_init(ListHead head) {
    return machine.access(head, Op.LIST_TAKE, 0, head.bits(), Order.ONCE);
  }

  protected final void list_splice_tail(int sequence, ListHead head) {
    machine.access(head, Op.LIST_APPEND, sequence, head.bits(), Order.ONCE);
  }

  protected final void list_splice(int sequence, ListHead head) {
    machine.access(head, Op.LIST_PREPEND, sequence, head.bits(), Order.ONCE);
  }

  // ---- a device, which keeps its own list of what it was given and orders as a doorbell does

  /** Hands an object over in one step; fully ordered. */
  protected final void ring_doorbell(int entry, ListHead head) {
    machine.access(head, Op.LIST_ADD_TAIL_ATOMIC, entry, head.bits(), Order.FULL);
  }

  /** Waits until there is an object, and takes the first. */
  protected final int await_first(ListHead head) {
    return machine.access(head, Op.AWAIT_POP, 0, head.bits(), Order.FULL);
  }

  // ---- work items (kernel/workqueue.c)

  /** False if the item was pending already: whoever takes it will do the job. */
  protected final boolean queue_work(Work work) {
    return machine.access(work, Op.SET_IF_ZERO, Work.QUEUED, 0, Order.FULL) != 0;
  }

  /**
   * Queues the item now, or after a delay, stealing it from the worklist or the timer if it is
   * pending there. How long the delay is does not matter here: a timer may fire at any time.
   */
  protected final void mod_delayed_work(Work work, int delay) {
    machine.access(
        work, Op.AWAIT_REPLACE, Work.TAKEN, delay == 0 ? Work.QUEUED : Work.TIMER, Order.FULL);
  }

  /**
   * Takes the item off the worklist or its timer, if it is pending there. It may be running all the
   * same; one that a worker is just taking is waited for, since PENDING is that worker's by then.
   */
  protected final void cancel_delayed_work(Work work) {
    machine.access(work, Op.AWAIT_REPLACE, Work.TAKEN, Work.IDLE, Order.FULL);
  }

  /**
   * A worker's side of a work item: waits for it, takes it off the worklist, clears PENDING with a
   * plain store and a full barrier (set_work_pool_and_clear_pending).
   */
  protected final void take_work(Work work) {
    machine.access(work, Op.AWAIT_CLAIM, Work.QUEUED, Work.TAKEN, Order.FULL);
    machine.access(work, Op.WRITE, Work.IDLE, 0, Order.ONCE);
    smp_mb();
  }

  /** The timer's side (delayed_work_timer_fn): waits until it is armed, then queues the item. */
  protected final void fire_timer(Work work) {
    machine.access(work, Op.AWAIT_CLAIM, Work.TIMER, Work.QUEUED, Order.FULL);
  }

  // ---- control

  /** The loop form for ports: see {@link Machine#loop}. */
  protected final int loop(int init, IntUnaryOperator body) {
    return machine.loop(init, body);
  }

  /** Forgets what the helper read, but for its result: see {@link Machine#call}. */
  protected final int call(IntSupplier helper) {
    return machine.call(helper);
  }

  /** The kernel's own claim: if it holds, the port is broken. */
  protected static void BUG_ON(boolean broken, String claim) {
    if (broken) {
      throw new BugOn(claim);
    }
  }
}
