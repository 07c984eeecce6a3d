// SPDX-License-Identifier: MIT
package hangproof.engine.report;

/** A trace as text to paste into a mail. */
public final class MailReport {
  private MailReport() {}

  public static String text(TraceFile trace) {
    StringBuilder s = new StringBuilder();
    trace.run().events().forEach(e -> s.append(e).append('\n'));
    trace.run().ends().forEach(e -> s.append(e).append('\n'));
    trace.run().memory().forEach(e -> s.append(e).append('\n'));
    return s.toString();
  }
}
