// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import hangproof.engine.axiom.Fence;
import hangproof.engine.litmus.Macro.Kind;
import hangproof.engine.litmus.Macro.Order;
import hangproof.engine.litmus.Macro.Result;
import java.util.HashMap;
import java.util.Map;

/**
 * The macros of the kernel's tools/memory-model/linux-kernel.def (6.18), and our extensions: bit
 * operations (Documentation/atomic_bitops.txt) and reference counts (refcount-vs-atomic.rst).
 *
 * <p>Values that overflow a reference count do not saturate here.
 */
final class MacroTable {
  private final Map<String, Macro> all = new HashMap<>();

  private MacroTable() {}

  static Map<String, Macro> build() {
    MacroTable table = new MacroTable();
    table.accesses();
    table.fences();
    table.exchanges();
    table.locks();
    table.atomics();
    table.bits();
    table.refcounts();
    return Map.copyOf(table.all);
  }

  private void add(
      String name, Kind kind, Order order, Operator operator, Result result, String signature) {
    all.put(name, new Macro(name, kind, order, operator, null, result, signature));
  }

  private void load(String name, Order order, String signature) {
    add(name, Kind.LOAD, order, null, Result.VALUE, signature);
  }

  private void store(String name, Order order, String signature) {
    add(name, Kind.STORE, order, null, Result.NOTHING, signature);
  }

  private void fence(String name, Fence fence) {
    all.put(name, new Macro(name, Kind.FENCE, Order.ONCE, null, fence, Result.NOTHING, ""));
  }

  private void accesses() {
    load("READ_ONCE", Order.ONCE, "l");
    store("WRITE_ONCE", Order.ONCE, "lv");
    load("smp_load_acquire", Order.ACQUIRE, "p");
    store("smp_store_release", Order.RELEASE, "pv");
    load("rcu_dereference", Order.ONCE, "l");
    store("rcu_assign_pointer", Order.RELEASE, "lv");
    add("smp_store_mb", Kind.STORE_MB, Order.ONCE, null, Result.NOTHING, "lv");
  }

  private void fences() {
    fence("smp_mb", Fence.MB);
    fence("smp_rmb", Fence.RMB);
    fence("smp_wmb", Fence.WMB);
    fence("smp_mb__before_atomic", Fence.BEFORE_ATOMIC);
    fence("smp_mb__after_atomic", Fence.AFTER_ATOMIC);
    fence("smp_mb__after_spinlock", Fence.AFTER_SPINLOCK);
    fence("smp_mb__after_unlock_lock", Fence.AFTER_UNLOCK_LOCK);
    fence("smp_mb__after_srcu_read_unlock", Fence.AFTER_SRCU_READ_UNLOCK);
    fence("barrier", Fence.BARRIER);
    fence("rcu_read_lock", Fence.RCU_LOCK);
    fence("rcu_read_unlock", Fence.RCU_UNLOCK);
    fence("synchronize_rcu", Fence.SYNC_RCU);
    fence("synchronize_rcu_expedited", Fence.SYNC_RCU);
  }

  /** The four orderings, with the suffix that names each. */
  private interface Ordered {
    void add(String suffix, Order order);
  }

  private static void each(Ordered family) {
    family.add("", Order.MB);
    family.add("_relaxed", Order.ONCE);
    family.add("_acquire", Order.ACQUIRE);
    family.add("_release", Order.RELEASE);
  }

  private void exchanges() {
    for (String prefix : new String[] {"", "atomic_"}) {
      each((suffix, o) -> add(prefix + "xchg" + suffix, Kind.XCHG, o, null, Result.VALUE, "pv"));
      each(
          (suffix, o) ->
              add(prefix + "cmpxchg" + suffix, Kind.CMPXCHG, o, null, Result.VALUE, "pvw"));
    }
  }

  private void locks() {
    add("spin_lock", Kind.LOCK, Order.ACQUIRE, null, Result.NOTHING, "p");
    add("spin_unlock", Kind.UNLOCK, Order.RELEASE, null, Result.NOTHING, "p");
    add("spin_trylock", Kind.TRYLOCK, Order.ACQUIRE, null, Result.VALUE, "p");
    add("spin_is_locked", Kind.IS_LOCKED, Order.ONCE, null, Result.VALUE, "p");
    add("srcu_read_lock", Kind.SRCU_LOCK, Order.ONCE, null, Result.VALUE, "p");
    add("srcu_down_read", Kind.SRCU_LOCK, Order.ONCE, null, Result.VALUE, "p");
    add("srcu_read_unlock", Kind.SRCU_UNLOCK, Order.ONCE, null, Result.NOTHING, "pv");
    add("srcu_up_read", Kind.SRCU_UNLOCK, Order.ONCE, null, Result.NOTHING, "pv");
    add("synchronize_srcu", Kind.SYNC_SRCU, Order.ONCE, null, Result.NOTHING, "p");
    add("synchronize_srcu_expedited", Kind.SYNC_SRCU, Order.ONCE, null, Result.NOTHING, "p");
  }

  private void atomics() {
    load("atomic_read", Order.ONCE, "p");
    load("atomic_read_acquire", Order.ACQUIRE, "p");
    store("atomic_set", Order.ONCE, "pv");
    store("atomic_set_release", Order.RELEASE, "pv");
    operation("add", Operator.ADD, "vp");
    operation("sub", Operator.SUBTRACT, "vp");
    operation("inc", Operator.ADD, "p");
    operation("dec", Operator.SUBTRACT, "p");
    operation("and", Operator.AND, "vp");
    operation("or", Operator.OR, "vp");
    operation("xor", Operator.XOR, "vp");
    operation("andnot", Operator.AND_NOT, "vp");
    for (String name : new String[] {"add", "sub", "inc", "dec"}) {
      Operator operator = Operator.ADD;
      if (name.equals("sub") || name.equals("dec")) {
        operator = Operator.SUBTRACT;
      }
      String signature = name.equals("inc") || name.equals("dec") ? "p" : "vp";
      Operator op = operator;
      each(
          (suffix, o) ->
              add(
                  "atomic_" + name + "_return" + suffix,
                  Kind.OP_RETURN,
                  o,
                  op,
                  Result.VALUE,
                  signature));
      if (!name.equals("add")) {
        add(
            "atomic_" + name + "_and_test",
            Kind.OP_RETURN,
            Order.MB,
            op,
            Result.IS_ZERO,
            signature);
      }
    }
    each(
        (suffix, o) ->
            add(
                "atomic_add_negative" + suffix,
                Kind.OP_RETURN,
                o,
                Operator.ADD,
                Result.IS_NEGATIVE,
                "vp"));
    add("atomic_add_unless", Kind.ADD_UNLESS, Order.MB, Operator.ADD, Result.VALUE, "pvw");
    add("atomic_inc_not_zero", Kind.ADD_UNLESS, Order.MB, Operator.ADD, Result.VALUE, "p");
  }

  /** atomic_OP(), which returns nothing, and the atomic_fetch_OP() family. */
  private void operation(String name, Operator operator, String signature) {
    add("atomic_" + name, Kind.FETCH_OP, Order.NORETURN, operator, Result.NOTHING, signature);
    each(
        (suffix, o) ->
            add(
                "atomic_fetch_" + name + suffix,
                Kind.FETCH_OP,
                o,
                operator,
                Result.VALUE,
                signature));
  }

  private void bits() {
    String bit = "bp";
    add("test_bit", Kind.LOAD, Order.ONCE, null, Result.BIT, bit);
    add("test_bit_acquire", Kind.LOAD, Order.ACQUIRE, null, Result.BIT, bit);
    add("set_bit", Kind.FETCH_OP, Order.NORETURN, Operator.OR, Result.NOTHING, bit);
    add("clear_bit", Kind.FETCH_OP, Order.NORETURN, Operator.AND_NOT, Result.NOTHING, bit);
    add("change_bit", Kind.FETCH_OP, Order.NORETURN, Operator.XOR, Result.NOTHING, bit);
    add("test_and_set_bit", Kind.FETCH_OP, Order.MB, Operator.OR, Result.BIT, bit);
    add("test_and_clear_bit", Kind.FETCH_OP, Order.MB, Operator.AND_NOT, Result.BIT, bit);
    add("test_and_change_bit", Kind.FETCH_OP, Order.MB, Operator.XOR, Result.BIT, bit);
    add("clear_bit_unlock", Kind.FETCH_OP, Order.RELEASE, Operator.AND_NOT, Result.NOTHING, bit);
    add(
        "test_and_set_bit_lock",
        Kind.TEST_AND_SET_LOCK,
        Order.ACQUIRE,
        Operator.OR,
        Result.BIT,
        bit);
    add("__set_bit", Kind.PLAIN_OP, Order.PLAIN, Operator.OR, Result.NOTHING, bit);
    add("__clear_bit", Kind.PLAIN_OP, Order.PLAIN, Operator.AND_NOT, Result.NOTHING, bit);
    add("__change_bit", Kind.PLAIN_OP, Order.PLAIN, Operator.XOR, Result.NOTHING, bit);
    add("__clear_bit_unlock", Kind.PLAIN_OP, Order.RELEASE, Operator.AND_NOT, Result.NOTHING, bit);
  }

  private void refcounts() {
    load("refcount_read", Order.ONCE, "p");
    store("refcount_set", Order.ONCE, "pv");
    add("refcount_inc", Kind.FETCH_OP, Order.NORETURN, Operator.ADD, Result.NOTHING, "p");
    add("refcount_add", Kind.FETCH_OP, Order.NORETURN, Operator.ADD, Result.NOTHING, "vp");
    add("refcount_dec", Kind.FETCH_OP, Order.RELEASE, Operator.SUBTRACT, Result.NOTHING, "p");
    add("refcount_inc_not_zero", Kind.ADD_UNLESS, Order.ONCE, Operator.ADD, Result.VALUE, "p");
    add("refcount_add_not_zero", Kind.ADD_UNLESS, Order.ONCE, Operator.ADD, Result.VALUE, "vp");
    for (String name : new String[] {"refcount_dec_and_test", "refcount_sub_and_test"}) {
      add(
          name,
          Kind.OP_ACQUIRE_IF_ZERO,
          Order.RELEASE,
          Operator.SUBTRACT,
          Result.IS_ZERO,
          name.contains("dec") ? "p" : "vp");
    }
  }
}
