// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.cases.Outcome;
import hangproof.engine.trace.Frame;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What is not as expected, as workflow commands of GitHub: an annotation for each case, at the Java
 * line of the last access of its witness that matters.
 */
public final class GithubAnnotations {
  private GithubAnnotations() {}

  /** A line for each annotation; none if all is as expected. */
  public static List<String> lines(
      List<Outcome> outcomes, WitnessFiles witnesses, JavaSources sources) {
    List<String> lines = new ArrayList<>();
    Set<String> told = new HashSet<>();
    for (Outcome o : outcomes) {
      if (!Agreements.passes(o) && told.add(o.testCase().name())) {
        lines.add(line(o, witnesses, sources));
      }
    }
    return lines;
  }

  private static String line(Outcome o, WitnessFiles witnesses, JavaSources sources) {
    String title = o.testCase().name() + " under " + o.model().title();
    StringBuilder line = new StringBuilder("::error ");
    Frame frame = witnesses.hasTrace(o) ? place(witnesses.trace(o)) : null;
    if (frame != null && sources.knows(frame.javaFile())) {
      line.append("file=").append(property(sources.path(frame.javaFile())));
      line.append(",line=").append(frame.javaLine()).append(',');
    }
    line.append("title=").append(property(title)).append("::");
    String text = Agreements.sentence(o);
    if (witnesses.has(o)) {
      text += "\n\n" + witnesses.mail(o, null);
    }
    return line.append(data(text)).toString();
  }

  /** Where the last read that matters stands, else the last access. */
  private static Frame place(TraceFile trace) {
    List<Item> items = Marks.of(trace).items();
    Item chosen = null;
    for (Item item : items) {
      if (!item.path().isEmpty() && (item.marked() || chosen == null || !chosen.marked())) {
        chosen = item;
      }
    }
    return chosen == null ? null : chosen.path().get(chosen.path().size() - 1);
  }

  private static String data(String text) {
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
  }

  private static String property(String text) {
    return data(text).replace(":", "%3A").replace(",", "%2C");
  }
}
