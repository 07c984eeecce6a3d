// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
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
    model.put("scriptHash", "sha256-" + sha256(text));
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

  private static String sha256(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
