// SPDX-License-Identifier: MIT
package hangproof.engine.graph;

import hangproof.machine.Atomic;
import hangproof.machine.Cell;
import hangproof.machine.Machine;
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.machine.SpinLock;
import hangproof.machine.Word;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** A few variables and the primitives on them, for threads of a few lines. */
final class Toy extends Port {
  final Word x;
  final Word y;
  final Word z;
  final Atomic n;
  final SpinLock lock;

  private Toy(Machine m) {
    super(m);
    x = m.word("x", 0, 0, 9);
    y = m.word("y", 0, 0, 9);
    z = m.word("z", 0, 0, 9);
    n = m.atomic("n", 0, 0, 12);
    lock = m.lock("lock");
  }

  /** A program of threads that each run once. */
  static Function<Machine, Program> threads(List<Consumer<Toy>> bodies) {
    return machine -> {
      Toy toy = new Toy(machine);
      Program program = new Program(machine).completion("nothing is asked for", memory -> true);
      for (int i = 0; i < bodies.size(); i++) {
        Consumer<Toy> body = bodies.get(i);
        program.role(
            "P" + i,
            turn -> {
              body.accept(toy);
              return Role.END;
            });
      }
      return program;
    };
  }

  /** The same thread several times. */
  static Function<Machine, Program> times(int count, Consumer<Toy> body) {
    return threads(Collections.nCopies(count, body));
  }

  /** The counter of the toy on a machine. */
  static Cell counter(Machine machine) {
    return machine.cells().stream().filter(c -> c.name().equals("n")).findFirst().orElseThrow();
  }

  int r(Word w) {
    return READ_ONCE(w);
  }

  void w(Word w, int v) {
    WRITE_ONCE(w, v);
  }

  int acquire(Word w) {
    return smp_load_acquire(w);
  }

  void release(Word w, int v) {
    smp_store_release(w, v);
  }

  int plainRead(Word w) {
    return read(w);
  }

  void plainWrite(Word w, int v) {
    write(w, v);
  }

  void mb() {
    smp_mb();
  }

  void rmb() {
    smp_rmb();
  }

  void wmb() {
    smp_wmb();
  }

  int swap(Word w, int v) {
    return xchg(w, v);
  }

  int cas(Word w, int old, int v) {
    return cmpxchg(w, old, v);
  }

  void inc() {
    atomic_inc(n);
  }

  int incReturn() {
    return atomic_inc_return(n);
  }

  int readN() {
    return atomic_read(n);
  }

  void afterAtomic() {
    smp_mb__after_atomic();
  }

  void lock() {
    spin_lock(lock);
  }

  void unlock() {
    spin_unlock(lock);
  }

  void awaitEqual(Word w, int v) {
    machine.access(w, Op.AWAIT_EQ, v, 0, Order.ONCE);
  }

  int choice(int ways) {
    return machine.choose(ways);
  }
}
