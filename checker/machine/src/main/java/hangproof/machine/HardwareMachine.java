// SPDX-License-Identifier: MIT
package hangproof.machine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;

/**
 * The machine that is the processor: each access is a VarHandle access on a real thread, in the
 * weakest mode that keeps the kernel's promise.
 */
public final class HardwareMachine extends Machine {
  private static final VarHandle VALUE;

  static {
    try {
      VALUE = MethodHandles.lookup().findVarHandle(Cell.class, "value", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @Override
  public int access(Cell cell, Op op, int a, int b, Order order) {
    return switch (op.kind()) {
      case READ -> op.blocking() ? await(cell, op, a, b) : op.result(load(cell, order), a, b);
      case WRITE -> store(cell, op.next(0, a, b), order);
      case UPDATE, UPDATE_RESULT -> update(cell, op, a, b);
      case RMW, RMW_RESULT, CONDITIONAL_RMW ->
          order == Order.FULL ? fullRmw(cell, op, a, b) : rmw(cell, op, a, b, order);
    };
  }

  @Override
  public void fence(Fence fence) {
    switch (fence) {
      case MB, BEFORE_ATOMIC, AFTER_ATOMIC -> VarHandle.fullFence();
      case RMB -> VarHandle.loadLoadFence();
      case WMB -> VarHandle.storeStoreFence();
    }
  }

  @Override
  public int loop(int init, IntUnaryOperator body) {
    int carried = init;
    while (carried >= 0) {
      carried = body.applyAsInt(carried);
    }
    return ~carried;
  }

  @Override
  public int call(IntSupplier helper) {
    return helper.getAsInt();
  }

  @Override
  public int choose(int n) {
    return ThreadLocalRandom.current().nextInt(n);
  }

  /** The value of a cell, for harnesses that look at the end of a run. */
  public int peek(Cell cell) {
    return (int) VALUE.getVolatile(cell);
  }

  private static int load(Cell cell, Order order) {
    return switch (order) {
      case PLAIN -> cell.value;
      case ACQUIRE, FULL -> (int) VALUE.getAcquire(cell);
      default -> (int) VALUE.getOpaque(cell);
    };
  }

  private static int store(Cell cell, int v, Order order) {
    check(cell, v);
    switch (order) {
      case PLAIN -> cell.value = v;
      case RELEASE, FULL -> VALUE.setRelease(cell, v);
      default -> VALUE.setOpaque(cell, v);
    }
    return 0;
  }

  private static int update(Cell cell, Op op, int a, int b) {
    int old = (int) VALUE.getOpaque(cell);
    store(cell, op.next(old, a, b), Order.ONCE);
    return op.result(old, a, b);
  }

  /** Ordered against everything, except that a failed conditional one orders nothing. */
  private static int fullRmw(Cell cell, Op op, int a, int b) {
    if (op.kind() == Op.Kind.CONDITIONAL_RMW) {
      int seen = (int) VALUE.getOpaque(cell);
      if (!op.succeeds(seen, a, b)) {
        return op.result(seen, a, b);
      }
    }
    VarHandle.fullFence();
    int result = rmw(cell, op, a, b, Order.ONCE);
    VarHandle.fullFence();
    return result;
  }

  private static int rmw(Cell cell, Op op, int a, int b, Order order) {
    int tries = 0;
    while (true) {
      int old = (int) VALUE.getOpaque(cell);
      if (!op.enabled(old, a, b)) {
        pause(++tries);
        continue;
      }
      if (!op.succeeds(old, a, b)) {
        return op.result(old, a, b);
      }
      int next = op.next(old, a, b);
      check(cell, next);
      if (swap(cell, old, next, order)) {
        return op.result(old, a, b);
      }
    }
  }

  private static boolean swap(Cell cell, int old, int next, Order order) {
    return switch (order) {
      case ACQUIRE -> VALUE.weakCompareAndSetAcquire(cell, old, next);
      case RELEASE -> VALUE.weakCompareAndSetRelease(cell, old, next);
      case FULL -> VALUE.weakCompareAndSet(cell, old, next);
      default -> VALUE.weakCompareAndSetPlain(cell, old, next);
    };
  }

  private static int await(Cell cell, Op op, int a, int b) {
    int tries = 0;
    while (true) {
      int seen = (int) VALUE.getAcquire(cell);
      if (op.enabled(seen, a, b)) {
        return op.result(seen, a, b);
      }
      pause(++tries);
    }
  }

  /** Spins at first, then gives way; a thread that waits for ever is ended by an interrupt. */
  @SuppressWarnings("ThreadPriorityCheck") // the lock holder may need this very processor
  private static void pause(int tries) {
    if (tries < 64) {
      Thread.onSpinWait();
    } else {
      Thread.yield();
      if (Thread.currentThread().isInterrupted()) {
        throw new CancellationException("interrupted while waiting");
      }
    }
  }

  private static void check(Cell cell, int v) {
    if (!cell.admits(v)) {
      throw new PortException(cell + " would become " + v + ", outside its declared range");
    }
  }
}
