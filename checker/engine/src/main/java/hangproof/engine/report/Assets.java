// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/** The style and the script of a page, which stand inside it. */
final class Assets {
  private Assets() {}

  /** Adds both, and the hash of the script, by which the page's policy allows this one only. */
  static void addTo(Map<String, Object> model, String css, String script) {
    String text = read(script);
    model.put("css", read("common.css") + read(css));
    model.put("script", text);
    model.put("scriptHash", "sha256-" + Base64.getEncoder().encodeToString(Sha256.of(text)));
  }

  private static String read(String name) {
    try (InputStream in = Assets.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + name + " of the jar", e);
    }
  }
}
