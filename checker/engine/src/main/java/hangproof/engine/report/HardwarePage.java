// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What tests showed on a real processor, as a page beside the index of results/. It differs from
 * machine to machine, so nobody commits it.
 */
public final class HardwarePage {
  private HardwarePage() {}

  /**
   * What a test showed.
   *
   * @param tool that ran it
   * @param test its name, as the cases name it
   * @param outcomes each with how often it was seen
   */
  public record Shown(String tool, String test, List<Outcome> outcomes) {}

  /**
   * An outcome of a test.
   *
   * @param id what came out
   * @param count how often
   * @param expectation what the test thinks of it
   * @param description the same in words
   */
  public record Outcome(String id, String count, String expectation, String description) {}

  /**
   * The page.
   *
   * @param machine the processor and the Java that it is of
   */
  public static String text(String machine, List<Shown> tests) {
    Map<String, Object> model = new HashMap<>();
    model.put("machine", machine);
    model.put("tests", tests);
    Assets.addTo(model, "index.css", "index.js");
    return Templates.fill("hardware.ftlh", model);
  }
}
