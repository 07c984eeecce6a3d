// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import java.util.Locale;

/**
 * What the author of a litmus test wrote after {@code Result:}.
 *
 * @param text as written, or null if there is nothing
 * @param verdict Never, Sometimes, Always or Deadlock; null if there is no such word
 * @param dataRace true if a data race is recorded
 */
public record Recorded(String text, LitmusVerdict verdict, boolean dataRace) {
  static Recorded of(String text) {
    if (text == null) {
      return new Recorded(null, null, false);
    }
    boolean race = text.endsWith("DATARACE");
    String word = race ? text.substring(0, text.length() - "DATARACE".length()) : text;
    LitmusVerdict verdict =
        switch (word.strip().toLowerCase(Locale.ROOT)) {
          case "never" -> LitmusVerdict.NEVER;
          case "sometimes" -> LitmusVerdict.SOMETIMES;
          case "always" -> LitmusVerdict.ALWAYS;
          case "deadlock" -> LitmusVerdict.DEADLOCK;
          default -> null;
        };
    return new Recorded(text, verdict, race);
  }

  /**
   * Compares with a result, by the kernel's rule (tools/memory-model/scripts/judgelitmus.sh): a
   * data race must be recorded exactly if there is one, and then the verdict says nothing.
   *
   * @return null if nothing is recorded, or nothing is known to compare it with
   */
  public Boolean agrees(LitmusResult result) {
    if (result.verdict() == LitmusVerdict.UNKNOWN || (verdict == null && !dataRace)) {
      return null;
    }
    if (dataRace || result.dataRace()) {
      return result.counted() ? dataRace == result.dataRace() : null;
    }
    return verdict == result.verdict();
  }
}
