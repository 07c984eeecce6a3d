// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.axiom.Lkmm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Damaged files: each gets an error with a position, or a verdict, in bounded time. */
class LitmusFuzzTest {
  private static final long SEED = 20261130;
  private static final int MUTANTS = Integer.getInteger("hangproof.fuzz.litmus", 3000);
  private static final String ALPHABET = "(){}[]*&~!=<>+-|^;:,/\\ \n0179xyrP_%\"'@#\u00e9\u0000";

  @Test
  void anErrorOrAVerdict() throws Exception {
    List<String> texts = new ArrayList<>();
    for (Path file : OwnSet.files()) {
      texts.add(Files.readString(file, ISO_8859_1));
    }
    SplittableRandom random = new SplittableRandom(SEED);
    LitmusChecker checker = new LitmusChecker(new Lkmm(), new SearchBounds(2, 500_000_000L));
    int understood = 0;
    int refused = 0;
    for (int i = 0; i < MUTANTS; i++) {
      String text = damage(texts, random);
      try {
        LitmusTest test = LitmusTest.parse(text);
        LitmusResult result = checker.check(test);
        assertThat(result.verdict()).isNotNull();
        assertThat(LitmusRenderer.render(result)).contains("Observation ");
        understood++;
      } catch (LitmusSyntaxException e) {
        assertThat(e.position().line()).isPositive();
        assertThat(e.position().column()).isPositive();
        refused++;
      } catch (RuntimeException | StackOverflowError e) {
        throw new AssertionError("mutant " + i + " of seed " + SEED + ":\n" + text, e);
      }
    }
    assertThat(understood).as("the damage must not be all fatal").isGreaterThan(MUTANTS / 20);
    assertThat(refused).as("nor all harmless").isGreaterThan(MUTANTS / 20);
  }

  private static String damage(List<String> texts, SplittableRandom random) {
    StringBuilder text = new StringBuilder(texts.get(random.nextInt(texts.size())));
    int times = 1 + random.nextInt(4);
    for (int i = 0; i < times && text.length() > 1; i++) {
      int at = random.nextInt(text.length());
      int end = Math.min(text.length(), at + 1 + random.nextInt(12));
      switch (random.nextInt(7)) {
        case 0 -> text.deleteCharAt(at);
        case 1 -> text.insert(at, ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        case 2 -> text.setCharAt(at, ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        case 3 -> text.insert(at, text.substring(at, end).repeat(1 + random.nextInt(40)));
        case 4 -> text.delete(at, end);
        case 5 -> text.setLength(at);
        default -> {
          String other = texts.get(random.nextInt(texts.size()));
          int from = random.nextInt(other.length());
          int to = Math.min(other.length(), from + random.nextInt(200));
          text.replace(at, end, other.substring(from, to));
        }
      }
    }
    return text.toString();
  }
}
