// SPDX-License-Identifier: MIT
package hangproof.engine.export;

import hangproof.engine.trace.GraphTrace;
import hangproof.engine.trace.GraphTrace.Event;
import hangproof.engine.trace.GraphTrace.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Writes one execution as a litmus test: each role a process that does in a straight line what the
 * role did, and a condition that names what it read, and what memory held in the end.
 *
 * <p>An operation on the old value becomes an addition of what it changed, or an exchange; the
 * orders are the same. The condition does not name what an operation without a result has read; so
 * the test may have more executions than the one. Branches are gone, and with them what depends on
 * them.
 */
final class HerdText {
  /** Operations whose new value does not come from the old one. */
  private static final Set<String> EXCHANGES =
      Set.of("xchg", "await_replace", "list_add_tail_atomic", "await_pop");

  /** Operations that compare first. */
  private static final Set<String> COMPARISONS = Set.of("cmpxchg", "set_if_zero", "await_claim");

  /** Operations that tell nothing of what they read, if they have no order either. */
  private static final Set<String> SILENT = Set.of("add", "or", "and");

  private static final String LOCK = "spinlock_t";
  private static final String ATOMIC = "atomic_t";
  private static final String WORD = "int";

  /** A word that is never an atomic, whatever else is done to it. */
  private static final String PLAIN = "int, never atomic_t";

  private final List<Event> events;
  private final Map<Integer, String> names = new TreeMap<>();
  private final Map<Integer, String> types = new TreeMap<>();
  private final Map<Integer, Integer> initial = new TreeMap<>();
  private final List<String> condition = new ArrayList<>();
  private final GraphTrace graph;

  /**
   * @param graph the execution
   * @param events those of its events that are to be in the test
   */
  HerdText(GraphTrace graph, List<Event> events) throws NotExportable {
    this.graph = graph;
    this.events = events;
    for (Event e : events) {
      if (e.location() >= 0) {
        declare(e);
      }
    }
  }

  private void declare(Event e) throws NotExportable {
    int at = e.location();
    if (!names.containsKey(at)) {
      String plain = e.cell().replaceAll("[^A-Za-z0-9]+", "_");
      String name = plain.matches("[a-z][A-Za-z0-9_]*") ? plain : "v_" + plain;
      names.put(at, names.containsValue(name) ? name + "_" + at : name);
    }
    String op = operation(e);
    if (e.kind() == Kind.READ && e.fromRole() < 0) {
      initial.put(at, e.value());
    }
    String needed = op.equals("lock") || op.equals("unlock") ? LOCK : needed(e, op);
    String old = types.get(at);
    if (old != null && !old.equals(needed) && (old.equals(LOCK) || needed.equals(LOCK))) {
      throw new NotExportable(e.cell() + " is a lock, and is looked at in other ways too");
    }
    types.put(at, old == null || needed.equals(PLAIN) ? needed : old.equals(WORD) ? needed : old);
  }

  /** What is done to a cell decides its type; plain accesses and lists have no atomic_t. */
  private static String needed(Event e, String op) {
    if (op.startsWith("list_") || op.equals("await_pop") || e.what().endsWith(" plain")) {
      return PLAIN;
    }
    boolean simple =
        Set.of("read", "write", "test_bit", "test_mask", "await_eq", "await_ne").contains(op);
    return simple ? WORD : ATOMIC;
  }

  private static String operation(Event e) {
    int space = e.what().indexOf(' ');
    return space < 0 ? e.what() : e.what().substring(0, space);
  }

  private static String order(Event e) {
    int space = e.what().indexOf(' ');
    return space < 0 ? "" : e.what().substring(space + 1);
  }

  /**
   * The file.
   *
   * @param comment lines that say what it is
   */
  String text(String name, String verdict, List<String> comment) throws NotExportable {
    StringBuilder text = new StringBuilder("C " + name + "\n\n(*\n");
    text.append(" * Result: ").append(verdict).append("\n *\n");
    comment.forEach(line -> text.append(" * ").append(line).append('\n'));
    text.append(" *)\n\n{\n");
    for (Map.Entry<Integer, Integer> e : initial.entrySet()) {
      if (e.getValue() != 0 && !types.get(e.getKey()).equals(LOCK)) {
        text.append('\t').append(names.get(e.getKey())).append(" = ").append(e.getValue());
        text.append(";\n");
      }
    }
    text.append("}\n");
    int process = 0;
    for (int role = 0; role < graph.roles().size(); role++) {
      int of = role;
      List<Event> own = events.stream().filter(e -> e.role() == of).toList();
      if (own.stream().anyMatch(e -> e.location() >= 0)) {
        text.append('\n').append(process(process++, graph.roles().get(role), own));
      }
    }
    finals();
    if (condition.isEmpty()) {
      throw new NotExportable("nothing that it reads could be named");
    }
    return text.append("\nexists (")
        .append(String.join(" /\\ ", condition))
        .append(")\n")
        .toString();
  }

  private String process(int number, String role, List<Event> own) throws NotExportable {
    Map<String, String> parameters = new LinkedHashMap<>();
    List<String> registers = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < own.size(); i++) {
      Event e = own.get(i);
      if (e.kind() == Kind.FENCE) {
        lines.add(e.what() + "();");
        continue;
      }
      String x = names.get(e.location());
      parameters.put(
          x, (types.get(e.location()).equals(PLAIN) ? WORD : types.get(e.location())) + " *" + x);
      Event next = i + 1 < own.size() ? own.get(i + 1) : null;
      if (isHalf(e, next)) {
        i++;
        lines.addAll(both(number, e, next, registers));
      } else if (e.kind() == Kind.READ) {
        lines.add(register(number, registers, e.value()) + " = " + load(e) + ";");
      } else {
        lines.add(store(e) + ";");
      }
    }
    StringBuilder text = new StringBuilder("// " + role + "\nP" + number + "(");
    text.append(String.join(", ", parameters.values())).append(")\n{\n");
    registers.forEach(r -> text.append("\tint ").append(r).append(";\n"));
    text.append(registers.isEmpty() ? "" : "\n");
    lines.forEach(line -> text.append('\t').append(line).append('\n'));
    return text.append("}\n").toString();
  }

  /** Whether a write is the second half of the operation that read. */
  static boolean isHalf(Event read, Event write) {
    String op = operation(read);
    return write != null
        && read.kind() == Kind.READ
        && write.kind() == Kind.WRITE
        && !op.equals("read")
        && read.location() == write.location()
        && read.position() + 1 == write.position()
        && read.what().equals(write.what());
  }

  private String register(int process, List<String> registers, int value) {
    String register = "r" + registers.size();
    registers.add(register);
    condition.add(process + ":" + register + "=" + value);
    return register;
  }

  private List<String> both(int process, Event read, Event write, List<String> registers)
      throws NotExportable {
    String x = names.get(read.location());
    String op = operation(read);
    if (op.equals("lock")) {
      return List.of("spin_lock(" + x + ");");
    }
    if (op.startsWith("list_") && !op.equals("list_add_tail_atomic")) {
      String register = register(process, registers, read.value());
      return List.of(register + " = *" + x + ";", "WRITE_ONCE(*" + x + ", " + write.value() + ");");
    }
    String order = order(read);
    boolean atomic = types.get(read.location()).equals(ATOMIC);
    int change = write.value() - read.value();
    if (SILENT.contains(op) && order.isEmpty()) {
      return List.of("atomic_add(" + change + ", " + x + ");");
    }
    if (op.equals("add_and_test") && order.equals("release") && write.value() == 0) {
      throw new NotExportable("herd7 has no operation that is refcount_dec_and_test()");
    }
    String suffix = order.equals("full") ? "" : order.isEmpty() ? "_relaxed" : "_" + order;
    String prefix = atomic ? "atomic_" : "";
    String register = register(process, registers, read.value());
    String call;
    if (COMPARISONS.contains(op) && (!op.equals("set_if_zero") || read.value() == 0)) {
      call = prefix + "cmpxchg" + suffix + "(" + x + ", " + read.value() + ", " + write.value();
    } else if (EXCHANGES.contains(op) || COMPARISONS.contains(op)) {
      call = prefix + "xchg" + suffix + "(" + x + ", " + write.value();
    } else {
      call = "atomic_fetch_add" + suffix + "(" + change + ", " + x;
    }
    return List.of(register + " = " + call + ");");
  }

  private String load(Event e) {
    String x = names.get(e.location());
    boolean atomic = types.get(e.location()).equals(ATOMIC);
    String op = operation(e);
    boolean fails =
        COMPARISONS.contains(op) || op.equals("add_unless") || op.startsWith("test_and");
    return switch (fails ? "" : order(e)) {
      case "plain" -> "*" + x;
      case "acquire", "full" ->
          atomic ? "atomic_read_acquire(" + x + ")" : "smp_load_acquire(" + x + ")";
      default -> atomic ? "atomic_read(" + x + ")" : "READ_ONCE(*" + x + ")";
    };
  }

  private String store(Event e) {
    String x = names.get(e.location());
    if (operation(e).equals("unlock")) {
      return "spin_unlock(" + x + ")";
    }
    boolean atomic = types.get(e.location()).equals(ATOMIC);
    return switch (order(e)) {
      case "plain" -> "*" + x + " = " + e.value();
      case "release", "full" ->
          (atomic ? "atomic_set_release(" : "smp_store_release(") + x + ", " + e.value() + ")";
      default -> (atomic ? "atomic_set(" : "WRITE_ONCE(*") + x + ", " + e.value() + ")";
    };
  }

  /** The last values of what was written more than once. */
  private void finals() {
    for (GraphTrace.CoherenceOrder order : graph.orders()) {
      List<Event> writes = new ArrayList<>();
      for (int[] w : order.writes()) {
        events.stream()
            .filter(e -> Arrays.equals(w, new int[] {e.role(), e.position()}))
            .forEach(writes::add);
      }
      if (writes.size() > 1 && !types.get(order.location()).equals(LOCK)) {
        Event last = writes.get(writes.size() - 1);
        condition.add(names.get(order.location()) + "=" + last.value());
      }
    }
  }

  /** The cells that the events are about. */
  static Set<Integer> locations(List<Event> events) {
    Set<Integer> locations = new TreeSet<>();
    events.stream().filter(e -> e.location() >= 0).forEach(e -> locations.add(e.location()));
    return locations;
  }
}
