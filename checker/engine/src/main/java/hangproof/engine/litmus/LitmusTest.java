// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A litmus test in the C dialect of herd7's tests for the Linux kernel memory model.
 *
 * <p>The dialect: threads over shared ints and pointers; local variables, arithmetic, if and else,
 * bounded loops; the macros of tools/memory-model/linux-kernel.def, and bit operations and
 * reference counts besides; {@code exists}, {@code ~exists}, {@code forall}, {@code filter}, {@code
 * locations}. Integers have 64 bits and casts do nothing.
 */
public final class LitmusTest {
  /** The longest file that is read. */
  private static final int MAX_LENGTH = 1 << 18;

  final String name;
  final String recorded;
  final List<String> locations;
  final long[] initial;
  final List<ThreadCode> threads;
  final Quantifier quantifier;
  final Cond proposition;
  final Cond filter;
  final List<Term> columns;
  final String conditionText;

  /** The file with header and comments blanked out. */
  final String source;

  LitmusTest(
      String name,
      String recorded,
      List<String> locations,
      long[] initial,
      List<ThreadCode> threads,
      Quantifier quantifier,
      Cond proposition,
      Cond filter,
      List<Term> columns,
      String conditionText,
      String source) {
    this.name = name;
    this.recorded = recorded;
    this.locations = List.copyOf(locations);
    this.initial = initial;
    this.threads = List.copyOf(threads);
    this.quantifier = quantifier;
    this.proposition = proposition;
    this.filter = filter;
    this.columns = List.copyOf(columns);
    this.conditionText = conditionText;
    this.source = source;
  }

  /**
   * Reads a test from text.
   *
   * @param text a whole litmus file
   * @return the test
   * @throws LitmusSyntaxException if it is not in the dialect; says where
   */
  public static LitmusTest parse(String text) {
    if (text.length() > MAX_LENGTH) {
      throw new LitmusSyntaxException(
          new Position(1, 1), "longer than " + MAX_LENGTH + " characters");
    }
    return LitmusReader.read(text);
  }

  /**
   * Reads a test from a file.
   *
   * @param file the file
   * @return the test
   * @throws IOException if it cannot be read
   * @throws LitmusSyntaxException if it is not in the dialect; says where
   */
  public static LitmusTest parse(Path file) throws IOException {
    // Authors' names in comments come in several encodings; Latin-1 takes any byte.
    return parse(Files.readString(file, StandardCharsets.ISO_8859_1));
  }

  /** The name in its first line. */
  public String name() {
    return name;
  }

  /** The word after {@code Result:} in its comments, or null. */
  public String recorded() {
    return recorded;
  }

  /** What it asks. */
  public Quantifier quantifier() {
    return quantifier;
  }

  /** The number of threads. */
  public int threads() {
    return threads.size();
  }
}
