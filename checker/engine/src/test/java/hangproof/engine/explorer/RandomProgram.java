// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import hangproof.machine.Atomic;
import hangproof.machine.Bits;
import hangproof.machine.Cell;
import hangproof.machine.ListHead;
import hangproof.machine.Machine;
import hangproof.machine.Op;
import hangproof.machine.Order;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.SpinLock;
import hangproof.machine.Word;
import hangproof.machine.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/**
 * A small program made up by chance over all primitives. A thread has one local variable, r, which
 * primitives set, branches test and some operands use.
 */
record RandomProgram(List<Group> groups, List<Claim> invariants, boolean racy) {
  /** Roles that are alike. */
  record Group(int count, boolean timer, int turns, List<Statement> body) {}

  /** That two cells never hold these values at once. */
  record Claim(int cell, int value, int other, int otherValue) {}

  /** One statement. */
  sealed interface Statement permits Primitive, Block {}

  /** Something done to the machine: takes r, returns the new one. */
  interface Body {
    int run(Harness h, int me, int r);
  }

  record Primitive(String text, Body body) implements Statement {}

  enum Kind {
    IF,
    LOCK,
    LOOP,
    CALL
  }

  record Block(Kind kind, int n, List<Statement> body) implements Statement {}

  /** What is asked of the program. */
  enum Question {
    /** Which states it can end in. */
    FINALS,
    /** Whether all roles always end, and the claims hold. */
    VERDICT
  }

  Program build(Machine machine, Question question) {
    Harness h = new Harness(machine, groups.size());
    Program program = new Program(machine);
    int all = 0;
    for (int g = 0; g < groups.size(); g++) {
      Group group = groups.get(g);
      int me = g;
      all += group.timer ? 0 : group.count;
      if (group.timer) {
        program.timer("t" + g, turn -> h.turn(group, me, turn));
      } else {
        program.roles(group.count, "r" + g + "_", turn -> h.turn(group, me, turn));
      }
    }
    int roles = all;
    if (question == Question.FINALS) {
      return program.completion("true", memory -> true);
    }
    for (Claim c : invariants) {
      Predicate<hangproof.machine.Memory> holds =
          memory ->
              memory.get(h.cells.get(c.cell)) != c.value
                  || memory.get(h.cells.get(c.other)) != c.otherValue;
      program.invariant(h.show(c), holds);
    }
    program.returned("h2 is empty", memory -> memory.get(h.lists[1]) == 0);
    return program.completion("all ended", memory -> memory.get(h.done) >= roles);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int g = 0; g < groups.size(); g++) {
      Group group = groups.get(g);
      text.append(group.timer ? "timer " : "role ").append(g);
      text.append(" x").append(group.count).append(", turns ").append(group.turns).append(":\n");
      show(text, group.body, "  ");
    }
    Harness h = new Harness(new Declarations(), groups.size());
    for (Claim c : invariants) {
      text.append("claim ").append(h.show(c)).append('\n');
    }
    return text.toString();
  }

  /** Only declares cells. */
  private static final class Declarations extends Machine {
    @Override
    public int access(Cell cell, Op op, int a, int b, Order order) {
      throw new IllegalStateException();
    }

    @Override
    public void fence(hangproof.machine.Fence fence) {
      throw new IllegalStateException();
    }

    @Override
    public int loop(int init, java.util.function.IntUnaryOperator body) {
      throw new IllegalStateException();
    }

    @Override
    public int call(java.util.function.IntSupplier helper) {
      throw new IllegalStateException();
    }

    @Override
    public int choose(int n) {
      throw new IllegalStateException();
    }
  }

  private static void show(StringBuilder text, List<Statement> body, String indent) {
    for (Statement s : body) {
      if (s instanceof Primitive p) {
        text.append(indent).append(p.text).append(";\n");
      } else if (s instanceof Block b) {
        String head =
            switch (b.kind) {
              case IF -> "if (r == " + b.n + ")";
              case LOCK -> "with lock l" + b.n;
              case LOOP -> "loop " + b.n + " times, r = 0 at first";
              case CALL -> "r = call";
            };
        text.append(indent).append(head).append(" {\n");
        show(text, b.body, indent + "  ");
        text.append(indent).append("}\n");
      }
    }
  }

  /** The port. */
  static final class Harness extends Port {
    static final int IDS = 2;

    final Atomic[] atomics = new Atomic[2];
    final Word[] words = new Word[2];
    final Bits bits;
    final SpinLock[] locks = new SpinLock[2];
    final Word guarded;
    final Word writtenUnder;
    final ListHead[] lists = new ListHead[2];
    final Work work;
    final Atomic semaphore;
    final Word constant;
    final Atomic tally;
    final Bits marks;
    final Word[] own;
    final Atomic[] ownAtomics;
    final Atomic statistic;
    final Atomic done;
    final List<Cell> cells;

    Harness(Machine m, int groups) {
      super(m);
      for (int i = 0; i < 2; i++) {
        atomics[i] = m.atomic("a" + i, 0, -1, 3);
        words[i] = m.word("w" + i, 0, 0, 2);
        locks[i] = m.lock("l" + i);
      }
      bits = m.bits("b", 0, 2);
      guarded = m.word("g", 0, 0, 2).guardedBy(locks[0]);
      writtenUnder = m.word("u", 0, 0, 2).writtenUnder(locks[0]);
      lists[0] = m.list("h1", IDS).writtenUnder(locks[0]);
      lists[1] = m.list("h2", IDS);
      work = m.work("work");
      semaphore = m.atomic("sem", 0, 0, 3);
      constant = m.word("k", 1, 0, 1);
      tally = m.atomic("tally", 0, -1, 3);
      marks = m.bits("marks", 0, 2);
      own = new Word[groups];
      ownAtomics = new Atomic[groups];
      for (int g = 0; g < groups; g++) {
        own[g] = m.word("own" + g, 0, 0, 2);
        ownAtomics[g] = m.atomic("owna" + g, 0, 0, 2);
      }
      statistic = m.ghost("statistic", 4);
      done = m.ghost("done", 5);
      cells = m.cells();
    }

    int turn(Group group, int me, int turn) {
      run(group.body, me, turn);
      if (turn + 1 < group.turns) {
        return turn + 1;
      }
      if (!group.timer) {
        atomic_inc(done);
      }
      return -1;
    }

    int run(List<Statement> body, int me, int before) {
      int r = before;
      for (Statement s : body) {
        if (s instanceof Primitive p) {
          r = p.body.run(this, me, r);
        } else if (s instanceof Block b) {
          r = run(b, me, r);
        }
      }
      return r;
    }

    private int run(Block b, int me, int r) {
      return switch (b.kind) {
        case IF -> r == b.n ? run(b.body, me, r) : r;
        case LOCK -> {
          spin_lock(locks[b.n]);
          int result = run(b.body, me, r);
          spin_unlock(locks[b.n]);
          yield result;
        }
        case LOOP ->
            loop(
                0,
                i -> {
                  int result = run(b.body, me, i & 1) & 63;
                  return i + 1 < b.n ? i + 1 : ~result;
                });
        case CALL -> call(() -> run(b.body, me, r));
      };
    }

    String show(Claim c) {
      return "not "
          + cells.get(c.cell)
          + " == "
          + c.value
          + " && "
          + cells.get(c.other)
          + " == "
          + c.otherValue;
    }

    // ---- the primitives that a subclass may call

    int access(Cell cell, Op op, int a, int b, Order order) {
      return machine.access(cell, op, a, b, order);
    }

    int choose(int n) {
      return machine.choose(n);
    }

    static int asInt(boolean b) {
      return b ? 1 : 0;
    }

    /** Makes programs whose values stay in range, nearly always. */
    static final class Maker {
      private static final int UP = 3;
      private static final int DOWN = 1;

      private final SplittableRandom random;
      private final int[] ups = new int[2];
      private final int[] downs = new int[2];
      private int semaphoreUps;
      private int nextId = 1;
      private boolean racy;
      private int multiplicity;
      private boolean alone;
      private boolean single;
      private int counted;
      private int tallyUps;
      private int tallyDowns;
      private boolean timer;

      /** Bits that the thread may still learn: its histories are to stay few. */
      private double budget;

      Maker(SplittableRandom random) {
        this.random = random;
      }

      RandomProgram program() {
        racy = random.nextInt(12) == 0;
        timer = random.nextInt(6) == 0;
        int threads = random.nextInt(3) == 0 ? 3 : 2;
        List<Group> groups = new ArrayList<>();
        int made = 0;
        while (made < threads) {
          boolean twins = threads - made >= 2 && random.nextInt(3) == 0;
          int count = twins ? 2 : 1;
          int turns = random.nextInt(6) == 0 ? 2 : 1;
          multiplicity = count * turns;
          alone = count == 1 && turns == 1;
          single = count == 1;
          budget = threads == 3 ? 9 : 11;
          int most = threads == 3 ? 3 : 4;
          int size = turns == 2 ? 2 : 2 + random.nextInt(most - 1);
          List<Statement> body = statements(timer ? random.nextInt(2) + 1 : size, 0, -1);
          if (timer) {
            body.add(random.nextInt(body.size() + 1), later(groups.isEmpty()));
          }
          groups.add(new Group(count, false, turns, body));
          made += count;
        }
        if (timer) {
          groups.add(
              new Group(
                  1,
                  true,
                  1,
                  List.of(
                      new Primitive(
                          "fire_timer(work)",
                          (h, me, r) -> {
                            h.access(h.work, Op.AWAIT_CLAIM, Work.TIMER, Work.QUEUED, Order.FULL);
                            return r;
                          }))));
        }
        List<Claim> claims = new ArrayList<>();
        int cells = 16 + 2 * groups.size();
        if (random.nextBoolean()) {
          claims.add(
              new Claim(
                  random.nextInt(cells),
                  random.nextInt(3),
                  random.nextInt(cells),
                  random.nextInt(3)));
        }
        return new RandomProgram(List.copyOf(groups), claims, racy);
      }

      private List<Statement> statements(int n, int depth, int locked) {
        List<Statement> all = new ArrayList<>();
        for (int i = 0; i < n; i++) {
          all.add(statement(depth, locked));
        }
        return all;
      }

      private Statement statement(int depth, int locked) {
        int dice = random.nextInt(20);
        if (depth < 2 && dice < 3) {
          int lock = random.nextInt(3) == 0 ? 1 : 0;
          if (lock != locked) {
            return new Block(Kind.LOCK, lock, statements(1 + random.nextInt(2), depth + 1, lock));
          }
        }
        if (depth < 2 && dice == 3) {
          boolean before = alone;
          multiplicity *= 2;
          alone = false;
          Block loop =
              new Block(Kind.LOOP, 2, statements(1 + random.nextInt(2), depth + 1, locked));
          multiplicity /= 2;
          alone = before;
          return loop;
        }
        if (depth < 2 && dice == 4) {
          return new Block(Kind.CALL, 0, statements(2, depth + 1, locked));
        }
        if (depth < 2 && dice < 8) {
          return new Block(
              Kind.IF, random.nextInt(2), statements(1 + random.nextInt(2), depth + 1, locked));
        }
        return locked == 0 && random.nextInt(4) != 0 ? underLock() : primitive();
      }

      private static Primitive p(String text, Body body) {
        return new Primitive(text, body);
      }

      private interface Effect {
        void run(Harness h, int me, int r);
      }

      private static Primitive e(String text, Effect effect) {
        return new Primitive(
            text,
            (h, me, r) -> {
              effect.run(h, me, r);
              return r;
            });
      }

      private Primitive underLock() {
        int c = random.nextInt(3);
        int id = nextId;
        budget -= 3;
        if (budget < 0) {
          return e("write(g, " + c + ")", (h, me, r) -> h.write(h.guarded, c));
        }
        return switch (random.nextInt(14)) {
          case 0 -> p("r = read(g)", (h, me, r) -> h.read(h.guarded));
          case 1, 2 -> e("write(g, " + c + ")", (h, me, r) -> h.write(h.guarded, c));
          case 3 -> e("write(g, r & 1)", (h, me, r) -> h.write(h.guarded, r & 1));
          case 4 -> p("r = xchg(g, " + c + ")", (h, me, r) -> h.xchg(h.guarded, c));
          case 5 -> e("WRITE_ONCE(u, " + c + ")", (h, me, r) -> h.WRITE_ONCE(h.writtenUnder, c));
          case 6 -> p("r = READ_ONCE(u)", (h, me, r) -> h.READ_ONCE(h.writtenUnder));
          case 7 ->
              p(
                  "r = list_first_entry_or_null(h1); if (r) list_del_init(r, h1)",
                  (h, me, r) -> {
                    int first = h.list_first_entry_or_null(h.lists[0]);
                    if (first != 0) {
                      h.list_del_init(first, h.lists[0]);
                    }
                    return first;
                  });
          case 8 ->
              e(
                  "list_splice(list_splice_init(h1), h1)",
                  (h, me, r) -> {
                    int all = h.list_splice_init(h.lists[0]);
                    h.list_splice(all, h.lists[0]);
                  });
          case 9 ->
              p("r = pop(h1)", (h, me, r) -> h.access(h.lists[0], Op.LIST_POP, 0, 2, Order.ONCE));
          default -> {
            if (!alone || id > Harness.IDS) {
              yield p("r = list_empty(h1)", (h, me, r) -> Harness.asInt(h.list_empty(h.lists[0])));
            }
            nextId++;
            yield random.nextBoolean()
                ? e("list_add(" + id + ", h1)", (h, me, r) -> h.list_add(id, h.lists[0]))
                : e("list_add_tail(" + id + ", h1)", (h, me, r) -> h.list_add_tail(id, h.lists[0]));
          }
        };
      }

      private Primitive primitive() {
        budget -= 2.2;
        if (budget < 0) {
          return fence();
        }
        if (timer && random.nextInt(3) == 0) {
          return work();
        }
        return switch (random.nextInt(20)) {
          case 0, 1, 2, 3, 4 -> word();
          case 5, 6, 7, 8, 9 -> atomic();
          case 10, 11 -> bit();
          case 12, 13 -> fence();
          case 14 -> work();
          case 15, 16 -> await();
          case 17 -> random.nextBoolean() ? own() : tally();
          default -> other();
        };
      }

      private Primitive word() {
        int i = random.nextInt(2);
        int c = 1 + random.nextInt(2);
        String w = "w" + i;
        if (racy && random.nextBoolean()) {
          return random.nextBoolean()
              ? p("r = read(" + w + ")", (h, me, r) -> h.read(h.words[i]))
              : e("write(" + w + ", " + c + ")", (h, me, r) -> h.write(h.words[i], c));
        }
        return switch (random.nextInt(9)) {
          case 0, 1 -> p("r = READ_ONCE(" + w + ")", (h, me, r) -> h.READ_ONCE(h.words[i]));
          case 2, 3 ->
              e("WRITE_ONCE(" + w + ", " + c + ")", (h, me, r) -> h.WRITE_ONCE(h.words[i], c));
          case 4 ->
              e("WRITE_ONCE(" + w + ", r & 1)", (h, me, r) -> h.WRITE_ONCE(h.words[i], r & 1));
          case 5 ->
              p("r = smp_load_acquire(" + w + ")", (h, me, r) -> h.smp_load_acquire(h.words[i]));
          case 6 ->
              e(
                  "smp_store_release(" + w + ", " + c + ")",
                  (h, me, r) -> h.smp_store_release(h.words[i], c));
          case 7 ->
              random.nextBoolean()
                  ? e(
                      "smp_store_mb(" + w + ", " + c + ")",
                      (h, me, r) -> h.smp_store_mb(h.words[i], c))
                  : p("r = xchg(" + w + ", " + c + ")", (h, me, r) -> h.xchg(h.words[i], c));
          default ->
              p(
                  "r = cmpxchg(" + w + ", r & 1, " + c + ")",
                  (h, me, r) -> h.cmpxchg(h.words[i], r & 1, c));
        };
      }

      private boolean mayRise(int i) {
        boolean may = ups[i] + multiplicity <= UP - 1 || random.nextInt(20) == 0;
        ups[i] += may ? multiplicity : 0;
        return may;
      }

      private boolean mayFall(int i) {
        boolean may = downs[i] + multiplicity <= DOWN || random.nextInt(20) == 0;
        downs[i] += may ? multiplicity : 0;
        return may;
      }

      private Primitive atomic() {
        int i = random.nextInt(2);
        String a = "a" + i;
        int c = random.nextInt(2);
        int kind = random.nextInt(16);
        if (kind < 6 && mayRise(i)) {
          return switch (kind) {
            case 0 -> e("atomic_inc(" + a + ")", (h, me, r) -> h.atomic_inc(h.atomics[i]));
            case 1 ->
                p(
                    "r = atomic_inc_return(" + a + ")",
                    (h, me, r) -> h.atomic_inc_return(h.atomics[i]));
            case 2 ->
                p(
                    "r = atomic_add_return_relaxed(" + a + ", 1)",
                    (h, me, r) -> h.atomic_add_return_relaxed(h.atomics[i], 1));
            case 3 ->
                p(
                    "r = atomic_add_return_acquire(" + a + ", 1)",
                    (h, me, r) -> h.atomic_add_return_acquire(h.atomics[i], 1));
            case 4 ->
                p(
                    "r = atomic_add_return_release(" + a + ", 1)",
                    (h, me, r) -> h.atomic_add_return_release(h.atomics[i], 1));
            default ->
                p(
                    "r = atomic_fetch_add(" + a + ", 1)",
                    (h, me, r) -> h.atomic_fetch_add(h.atomics[i], 1));
          };
        }
        if (kind >= 6 && kind < 10 && mayFall(i)) {
          return switch (kind) {
            case 6 -> e("atomic_dec(" + a + ")", (h, me, r) -> h.atomic_dec(h.atomics[i]));
            case 7 ->
                p(
                    "r = atomic_dec_return(" + a + ")",
                    (h, me, r) -> h.atomic_dec_return(h.atomics[i]));
            case 8 ->
                p(
                    "r = refcount_dec_and_test(" + a + ")",
                    (h, me, r) -> Harness.asInt(h.refcount_dec_and_test(h.atomics[i])));
            default ->
                p(
                    "r = atomic_dec_and_test(" + a + ")",
                    (h, me, r) -> Harness.asInt(h.atomic_dec_and_test(h.atomics[i])));
          };
        }
        return switch (random.nextInt(11)) {
          case 0, 1, 2 ->
              p("r = atomic_read(" + a + ")", (h, me, r) -> h.atomic_read(h.atomics[i]));
          case 3 ->
              e("atomic_set(" + a + ", " + c + ")", (h, me, r) -> h.atomic_set(h.atomics[i], c));
          case 4 ->
              p(
                  "r = atomic_xchg(" + a + ", " + c + ")",
                  (h, me, r) -> h.atomic_xchg(h.atomics[i], c));
          case 5 ->
              p(
                  "r = atomic_cmpxchg(" + a + ", r & 1, " + c + ")",
                  (h, me, r) -> h.atomic_cmpxchg(h.atomics[i], r & 1, c));
          case 6 ->
              p(
                  "r = atomic_cmpxchg_relaxed(" + a + ", 1, 0)",
                  (h, me, r) -> h.atomic_cmpxchg_relaxed(h.atomics[i], 1, 0));
          case 7 ->
              p(
                  "r = atomic_cmpxchg_release(" + a + ", 0, 1)",
                  (h, me, r) -> h.atomic_cmpxchg_release(h.atomics[i], 0, 1));
          case 8 ->
              p(
                  "r = atomic_add_unless(" + a + ", -1, 0)",
                  (h, me, r) -> Harness.asInt(h.atomic_add_unless(h.atomics[i], c - 1, 0)));
          case 9 ->
              p(
                  "r = atomic_add_unless(" + a + ", 1, 3)",
                  (h, me, r) -> Harness.asInt(h.atomic_add_unless(h.atomics[i], 1, 3)));
          default ->
              p(
                  "r = atomic_cmpxchg_acquire(" + a + ", 1, 0)",
                  (h, me, r) -> h.atomic_cmpxchg_acquire(h.atomics[i], 1, 0));
        };
      }

      private Primitive bit() {
        int n = random.nextInt(2);
        String s = "(" + n + ", b)";
        if (racy && random.nextInt(3) == 0) {
          return random.nextBoolean()
              ? e("__set_bit" + s, (h, me, r) -> h.__set_bit(n, h.bits))
              : e("__clear_bit" + s, (h, me, r) -> h.__clear_bit(n, h.bits));
        }
        return switch (random.nextInt(12)) {
          case 0 -> p("r = test_bit" + s, (h, me, r) -> Harness.asInt(h.test_bit(n, h.bits)));
          case 1 -> p("r = any_bit(b)", (h, me, r) -> Harness.asInt(h.any_bit(h.bits)));
          case 2 -> p("r = read_bits(b)", (h, me, r) -> h.read_bits(h.bits));
          case 3, 4 -> e("set_bit" + s, (h, me, r) -> h.set_bit(n, h.bits));
          case 5 -> e("clear_bit" + s, (h, me, r) -> h.clear_bit(n, h.bits));
          case 6 ->
              p(
                  "r = test_and_set_bit" + s,
                  (h, me, r) -> Harness.asInt(h.test_and_set_bit(n, h.bits)));
          case 7 ->
              p(
                  "r = test_and_set_bit_unordered_on_failure" + s,
                  (h, me, r) -> Harness.asInt(h.test_and_set_bit_unordered_on_failure(n, h.bits)));
          case 8 ->
              p(
                  "r = test_and_clear_bit" + s,
                  (h, me, r) -> Harness.asInt(h.test_and_clear_bit(n, h.bits)));
          case 9 ->
              p(
                  "r = test_and_set_bit_lock" + s,
                  (h, me, r) -> Harness.asInt(h.test_and_set_bit_lock(n, h.bits)));
          case 10 -> e("clear_bit_unlock" + s, (h, me, r) -> h.clear_bit_unlock(n, h.bits));
          default -> p("r = xchg_bits(b, 0)", (h, me, r) -> h.xchg_bits(h.bits, 0));
        };
      }

      private Primitive fence() {
        return switch (random.nextInt(7)) {
          case 0, 1, 2 -> e("smp_mb()", (h, me, r) -> h.smp_mb());
          case 3 -> e("smp_rmb()", (h, me, r) -> h.smp_rmb());
          case 4 -> e("smp_wmb()", (h, me, r) -> h.smp_wmb());
          case 5 ->
              e(
                  "set_bit(0, b); smp_mb__after_atomic()",
                  (h, me, r) -> {
                    h.set_bit(0, h.bits);
                    h.smp_mb__after_atomic();
                  });
          default ->
              e(
                  "smp_mb__before_atomic(); set_bit(1, b)",
                  (h, me, r) -> {
                    h.smp_mb__before_atomic();
                    h.set_bit(1, h.bits);
                  });
        };
      }

      /** Arms the timer, or waits for what it queues. */
      private static Primitive later(boolean arms) {
        return arms
            ? e("mod_delayed_work(work, 3)", (h, me, r) -> h.mod_delayed_work(h.work, 3))
            : e("take_work(work)", (h, me, r) -> h.take_work(h.work));
      }

      private Primitive work() {
        return switch (random.nextInt(5)) {
          case 0, 1 -> p("r = queue_work(work)", (h, me, r) -> Harness.asInt(h.queue_work(h.work)));
          case 2 -> e("mod_delayed_work(work, 0)", (h, me, r) -> h.mod_delayed_work(h.work, 0));
          case 3 -> e("mod_delayed_work(work, 3)", (h, me, r) -> h.mod_delayed_work(h.work, 3));
          default -> e("take_work(work)", (h, me, r) -> h.take_work(h.work));
        };
      }

      private Primitive await() {
        int i = random.nextInt(2);
        if (semaphoreUps + multiplicity <= 3 && random.nextBoolean()) {
          semaphoreUps += multiplicity;
          return e("atomic_inc(sem)", (h, me, r) -> h.atomic_inc(h.semaphore));
        }
        return switch (random.nextInt(8)) {
          case 0, 1 ->
              e(
                  "await sem > 0, sem--",
                  (h, me, r) -> h.access(h.semaphore, Op.AWAIT_DEC, 0, 0, Order.FULL));
          case 2 ->
              p(
                  "r = await w" + i + " == 1",
                  (h, me, r) -> h.access(h.words[i], Op.AWAIT_EQ, 1, 0, Order.ONCE));
          case 3, 4 ->
              p(
                  "r = await w" + i + " != 0",
                  (h, me, r) -> h.access(h.words[i], Op.AWAIT_NE, 0, 0, Order.ONCE));
          case 5 ->
              e(
                  "await a" + i + " == 1, a" + i + " = 0",
                  (h, me, r) -> h.access(h.atomics[i], Op.AWAIT_CLAIM, 1, 0, Order.FULL));
          case 6 ->
              e(
                  "await a" + i + " != 0, a" + i + " = 0",
                  (h, me, r) -> h.access(h.atomics[i], Op.AWAIT_REPLACE, 0, 0, Order.FULL));
          default ->
              p(
                  "r = await pop(h2)",
                  (h, me, r) -> h.access(h.lists[1], Op.AWAIT_POP, 0, 2, Order.FULL));
        };
      }

      private Primitive own() {
        int c = random.nextInt(3);
        if (!single) {
          return p("r = READ_ONCE(k)", (h, me, r) -> h.READ_ONCE(h.constant));
        }
        return switch (random.nextInt(5)) {
          case 0 -> p("r = read(own)", (h, me, r) -> h.read(h.own[me]));
          case 1 -> e("write(own, " + c + ")", (h, me, r) -> h.write(h.own[me], c));
          case 2 -> e("write(own, r & 1)", (h, me, r) -> h.write(h.own[me], r & 1));
          case 3 -> p("r = xchg(own, " + c + ")", (h, me, r) -> h.xchg(h.own[me], c));
          default ->
              e("atomic_set(owna, " + c + ")", (h, me, r) -> h.atomic_set(h.ownAtomics[me], c));
        };
      }

      private Primitive tally() {
        int n = random.nextInt(2);
        boolean rises = random.nextInt(3) != 0;
        int now = rises ? tallyUps : tallyDowns;
        if (now + multiplicity > (rises ? 3 : 2)) {
          return e("set_bit(" + n + ", marks)", (h, me, r) -> h.set_bit(n, h.marks));
        }
        tallyUps += rises ? multiplicity : 0;
        tallyDowns += rises ? 0 : multiplicity;
        return rises
            ? e("atomic_inc(tally)", (h, me, r) -> h.atomic_inc(h.tally))
            : e("atomic_dec(tally)", (h, me, r) -> h.atomic_dec(h.tally));
      }

      private Primitive other() {
        int n = 2 + random.nextInt(2);
        int id = nextId;
        return switch (random.nextInt(24)) {
          case 0, 1, 2 -> p("r = choose(" + n + ")", (h, me, r) -> h.choose(n));
          case 3, 4, 5 -> {
            if (counted + multiplicity > 4) {
              yield p("r = choose(" + n + ")", (h, me, r) -> h.choose(n));
            }
            counted += multiplicity;
            yield e(
                "atomic_inc(statistic)",
                (h, me, r) -> h.access(h.statistic, Op.ADD, 1, 0, Order.ONCE));
          }
          case 6, 7, 8 -> p("r = READ_ONCE(u)", (h, me, r) -> h.READ_ONCE(h.writtenUnder));
          case 9, 10, 11, 12 ->
              p("r = list_empty(h1)", (h, me, r) -> Harness.asInt(h.list_empty(h.lists[0])));
          case 13, 14, 15, 16, 17 -> {
            if (!alone || id > Harness.IDS) {
              yield p("r = READ_ONCE(k)", (h, me, r) -> h.READ_ONCE(h.constant));
            }
            nextId++;
            yield e("list_add_tail(" + id + ", h2)", (h, me, r) -> h.list_add_tail(id, h.lists[1]));
          }
          case 18, 19 ->
              p("r = pop(h2)", (h, me, r) -> h.access(h.lists[1], Op.LIST_POP, 0, 2, Order.ONCE));
          case 20 ->
              e("write(g, 1) without a lock, it may be", (h, me, r) -> h.write(h.guarded, 1));
          case 21 -> e("BUG_ON(r == 2)", (h, me, r) -> Harness.BUG_ON(r == 2, "r is not 2"));
          default -> p("r = READ_ONCE(k)", (h, me, r) -> h.READ_ONCE(h.constant));
        };
      }
    }
  }

  // ---- by chance

  static RandomProgram of(long seed) {
    return new Harness.Maker(new SplittableRandom(seed)).program();
  }
}
