// SPDX-License-Identifier: MIT
package hangproof.engine.trace;

import java.util.List;

/**
 * An execution graph as a report shows it: a run under a memory model that has no one order of all
 * accesses.
 *
 * @param claim what does not hold at its end
 * @param roles names, by index
 * @param events of all roles, each role's in program order, role after role
 * @param orders what happened to each cell that was written, in coherence order
 * @param memory what the cells hold at the end
 */
public record GraphTrace(
    String claim,
    List<String> roles,
    List<Event> events,
    List<CoherenceOrder> orders,
    List<CellValue> memory) {

  /**
   * One event.
   *
   * @param role index of the role
   * @param position number among the events of the role, from 0
   * @param kind what it is
   * @param what the operation with its order, in words
   * @param cell null for a barrier or a choice
   * @param location index of the cell, -1 if there is none
   * @param value read, written or chosen
   * @param shown the value as the cell shows it
   * @param fromRole for a read, the role of the write that it reads from; -1 for the initial write
   * @param fromPosition and its position
   * @param marked whether it is a read that no interleaving explains
   * @param waits whether the role waits for ever at this read
   */
  public record Event(
      int role,
      int position,
      Kind kind,
      String what,
      String cell,
      int location,
      int value,
      String shown,
      int fromRole,
      int fromPosition,
      boolean marked,
      boolean waits) {}

  /** See {@link Event#kind}. */
  public enum Kind {
    READ,
    WRITE,
    FENCE,
    CHOICE
  }

  /**
   * The writes to a cell, from the first to the last.
   *
   * @param writes role and position of each
   */
  public record CoherenceOrder(String cell, int location, List<int[]> writes) {}

  /** Lines for a terminal, each ending in a newline. */
  public String text() {
    StringBuilder text = new StringBuilder();
    int role = -1;
    for (Event e : events) {
      if (e.role() != role) {
        role = e.role();
        text.append(roles.get(role)).append('\n');
      }
      text.append(e.marked() ? " !" : "  ");
      if (e.kind() == Kind.FENCE) {
        text.append("    ").append(e.what()).append('\n');
        continue;
      }
      text.append(String.format("%2d  ", e.position()));
      switch (e.kind()) {
        case READ -> {
          text.append(e.what()).append(": reads ").append(e.cell()).append(" = ").append(e.shown());
          text.append(" from ").append(name(e.fromRole(), e.fromPosition()));
          text.append(e.waits() ? ", and waits" : "");
        }
        case WRITE ->
            text.append(e.what())
                .append(": writes ")
                .append(e.cell())
                .append(" = ")
                .append(e.shown());
        default -> text.append(e.what()).append(": ").append(e.value());
      }
      text.append('\n');
    }
    for (CoherenceOrder order : orders) {
      text.append(order.cell()).append(": initially");
      order.writes().forEach(w -> text.append(", then ").append(name(w[0], w[1])));
      text.append('\n');
    }
    return text.toString();
  }

  private String name(int role, int position) {
    return role < 0 ? "the start" : roles.get(role) + " " + position;
  }
}
