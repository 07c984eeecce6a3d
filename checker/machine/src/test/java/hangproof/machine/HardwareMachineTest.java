// SPDX-License-Identifier: MIT
package hangproof.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
final class HardwareMachineTest {
  /** Three ids of two bits: 1, 2, 3. */
  private static final int IDS = 3;

  private static final int BITS = 2;
  private static final int ROUNDS = 50_000;

  private final HardwareMachine machine = new HardwareMachine();

  /** One access to a cell of this value. */
  private record Access(Op op, int old, int a, int b) {}

  /** Every operation that does not have to wait, on values for each of its branches. */
  private static List<Access> accesses() {
    List<Access> all = new ArrayList<>();
    for (Op op : Op.values()) {
      switch (op) {
        case READ -> add(all, op, List.of(0, 5), 0, 0);
        case LIST_EMPTY -> add(all, op, List.of(0, 0b01), 0, 0);
        case TEST_BIT, TEST_AND_SET, TEST_AND_CLEAR, TEST_AND_SET_LOCK ->
            add(all, op, List.of(0, 1, 4, 6), 2, 0);
        case TEST_MASK -> add(all, op, List.of(0, 1, 4), 6, 0);
        case WRITE, XCHG -> add(all, op, List.of(0, 3), 7, 0);
        case ADD, FETCH_ADD, ADD_RETURN, ADD_AND_TEST -> {
          add(all, op, List.of(0, 1, 3), 2, 0);
          add(all, op, List.of(1, 3), -1, 0);
        }
        case OR, AND -> add(all, op, List.of(0, 5, 7), 6, 0);
        case CMPXCHG -> add(all, op, List.of(0, 3), 3, 4);
        case ADD_UNLESS -> add(all, op, List.of(0, 3), 1, 0);
        case SET_IF_ZERO -> add(all, op, List.of(0, 2), 1, 0);
        case LOCK -> add(all, op, List.of(0), 0, 0);
        case UNLOCK -> add(all, op, List.of(1), 0, 0);
        case LIST_FIRST, LIST_POP, LIST_TAKE -> add(all, op, List.of(0, 0b1001, 0b10), 0, BITS);
        case LIST_ADD, LIST_ADD_TAIL, LIST_ADD_TAIL_ATOMIC ->
            add(all, op, List.of(0, 0b1001), 3, BITS);
        case LIST_DEL -> add(all, op, List.of(0b10, 0b1001, 0b0110, 0b111001), 2, BITS);
        case LIST_APPEND, LIST_PREPEND -> {
          add(all, op, List.of(0, 0b01), 0b1110, BITS);
          add(all, op, List.of(0, 0b01), 0, BITS);
        }
        case AWAIT_EQ -> add(all, op, List.of(3), 3, 0);
        case AWAIT_NE -> add(all, op, List.of(0, 2), 3, 0);
        case AWAIT_CLAIM -> add(all, op, List.of(1), 1, 0);
        case AWAIT_REPLACE -> add(all, op, List.of(0, 1), 3, 2);
        case AWAIT_DEC -> add(all, op, List.of(1, 3), 0, 0);
        case AWAIT_POP -> add(all, op, List.of(0b10, 0b1001), 0, BITS);
      }
    }
    return all;
  }

  private static void add(List<Access> all, Op op, List<Integer> values, int a, int b) {
    values.forEach(old -> all.add(new Access(op, old, a, b)));
  }

  private Cell cell(Access access) {
    if (access.op().name().contains("LIST") || access.op() == Op.AWAIT_POP) {
      ListHead list = machine.list("list", IDS);
      machine.access(list, Op.WRITE, access.old(), 0, Order.PLAIN);
      return list;
    }
    return machine.word("word", access.old(), 0, 63);
  }

  @Test
  void everyOperationIsTried() {
    Set<Op> tried = EnumSet.noneOf(Op.class);
    accesses().forEach(access -> tried.add(access.op()));
    assertThat(tried).containsExactlyInAnyOrder(Op.values());
  }

  @ParameterizedTest
  @MethodSource("accesses")
  void anAccessDoesWhatItsOperationSays(Access access) {
    Op op = access.op();
    int old = access.old();
    for (Order order : Order.values()) {
      Cell cell = cell(access);
      int result = machine.access(cell, op, access.a(), access.b(), order);
      boolean writes =
          op.kind().writes()
              && (op.kind() != Op.Kind.CONDITIONAL_RMW || op.succeeds(old, access.a(), access.b()));
      int left = writes ? op.next(old, access.a(), access.b()) : old;
      assertThat(machine.peek(cell)).as("left by %s", order).isEqualTo(left);
      if (op.kind().hasResult()) {
        assertThat(result)
            .as("result of %s", order)
            .isEqualTo(op.result(old, access.a(), access.b()));
      }
    }
  }

  private static Stream<Access> tooLarge() {
    return Stream.of(
        new Access(Op.WRITE, 1, 4, 0),
        new Access(Op.ADD, 3, 1, 0),
        new Access(Op.ADD, 0, -1, 0),
        new Access(Op.FETCH_ADD, 2, 2, 0),
        new Access(Op.XCHG, 1, 7, 0),
        new Access(Op.CMPXCHG, 1, 1, 4));
  }

  @ParameterizedTest
  @MethodSource("tooLarge")
  void aCellDoesNotLeaveItsRange(Access access) {
    for (Order order : Order.values()) {
      Word word = machine.word("count", access.old(), 0, 3);
      assertThatThrownBy(() -> machine.access(word, access.op(), access.a(), access.b(), order))
          .isInstanceOf(PortException.class)
          .hasMessageContaining("count would become")
          .hasMessageContaining("outside its declared range");
      assertThat(machine.peek(word)).isEqualTo(access.old());
    }
  }

  @Test
  void aLoopEndsWithItsResult() {
    assertThat(machine.loop(0, n -> n < 5 ? n + 1 : ~(10 * n))).isEqualTo(50);
    assertThat(machine.call(() -> 7)).isEqualTo(7);
    assertThat(IntStream.range(0, 100).map(i -> machine.choose(3))).allMatch(n -> n >= 0 && n < 3);
  }

  @ParameterizedTest
  @EnumSource(Fence.class)
  void aFenceIsPossibleAnywhere(Fence fence) {
    machine.fence(fence);
  }

  @Test
  void onlyOneHoldsASpinLock() {
    SpinLock lock = machine.lock("lock");
    Word count = machine.word("count", 0, 0, 2 * ROUNDS).guardedBy(lock);
    onTwoThreads(
        () -> {
          for (int i = 0; i < ROUNDS; i++) {
            machine.access(lock, Op.LOCK, 0, 0, Order.ACQUIRE);
            int old = machine.access(count, Op.READ, 0, 0, Order.PLAIN);
            machine.access(count, Op.WRITE, old + 1, 0, Order.PLAIN);
            machine.access(lock, Op.UNLOCK, 0, 0, Order.RELEASE);
          }
        });
    assertThat(machine.peek(count)).isEqualTo(2 * ROUNDS);
    assertThat(machine.peek(lock)).isZero();
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void noReadModifyWriteIsLost(Order order) {
    Atomic count = machine.atomic("count", 0, 0, 2 * ROUNDS);
    onTwoThreads(
        () -> {
          for (int i = 0; i < ROUNDS; i++) {
            machine.access(count, Op.ADD, 1, 0, order);
          }
        });
    assertThat(machine.peek(count)).isEqualTo(2 * ROUNDS);
  }

  @Test
  void twoHandEachOtherOneToken() {
    Word turn = machine.word("turn", 0, 0, 1);
    CompletableFuture<Void> other =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; i < 1000; i++) {
                machine.access(turn, Op.AWAIT_CLAIM, 1, 0, Order.FULL);
              }
            });
    for (int i = 0; i < 1000; i++) {
      machine.access(turn, Op.AWAIT_EQ, 0, 0, Order.ACQUIRE);
      machine.access(turn, Op.WRITE, 1, 0, Order.RELEASE);
    }
    other.join();
    assertThat(machine.peek(turn)).isZero();
  }

  private static Stream<Access> neverEnabled() {
    return Stream.of(
        new Access(Op.LOCK, 1, 0, 0),
        new Access(Op.AWAIT_EQ, 0, 3, 0),
        new Access(Op.AWAIT_NE, 3, 3, 0),
        new Access(Op.AWAIT_CLAIM, 0, 1, 2),
        new Access(Op.AWAIT_REPLACE, 3, 3, 1),
        new Access(Op.AWAIT_DEC, 0, 0, 0),
        new Access(Op.AWAIT_POP, 0, 0, BITS));
  }

  @ParameterizedTest
  @MethodSource("neverEnabled")
  void anInterruptEndsAWait(Access access) throws InterruptedException {
    Cell cell = cell(access);
    CompletableFuture<Integer> end = new CompletableFuture<>();
    Thread waiting =
        new Thread(
            () -> {
              try {
                end.complete(machine.access(cell, access.op(), access.a(), access.b(), Order.FULL));
              } catch (CancellationException e) {
                end.completeExceptionally(new IllegalStateException(e));
              }
            });
    waiting.start();
    Thread.sleep(5);
    assertThat(end).as("waits").isNotDone();
    waiting.interrupt();
    assertThatThrownBy(end::join)
        .isInstanceOf(CompletionException.class)
        .hasRootCauseInstanceOf(CancellationException.class)
        .hasRootCauseMessage("interrupted while waiting");
    waiting.join();
    assertThat(machine.peek(cell)).isEqualTo(access.old());
  }

  private static void onTwoThreads(Runnable body) {
    CompletableFuture<Void> other = CompletableFuture.runAsync(body);
    body.run();
    other.join();
  }
}
