// SPDX-License-Identifier: MIT
package hangproof.engine.drift;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.drift.Drift.Ported;
import hangproof.engine.drift.Drift.State;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** On two small trees: what was ported, and what became of it. */
final class DriftTest {
  private static final String FILE = "block/example.c";

  static Path tree(String name) {
    try {
      return Path.of(DriftTest.class.getResource(name).toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  private static CFunction in(String tree, String function) throws IOException {
    return CFunction.find(Files.readString(tree(tree).resolve(FILE)), function);
  }

  private static State state(String function) throws IOException {
    String hash = in("ported", function).sha256();
    Ported ported = new Ported("v1.0", FILE, function, 1, hash);
    assertThat(new Drift(tree("ported")).compare(ported).state()).isEqualTo(State.PORTED);
    return new Drift(tree("later")).compare(ported).state();
  }

  @ParameterizedTest
  @CsvSource({
    "bells_ring, PORTED", // comments and white space alone
    "bells_wait, CHANGED", // under one configuration
    "bells_any, CHANGED", // a macro
    "bells_count, PORTED", // two definitions
    "bells_one, GONE",
  })
  void whatBecameOfIt(String function, State state) throws IOException {
    assertThat(state(function)).isEqualTo(state);
  }

  @ParameterizedTest
  @CsvSource({
    "bells_any, 8",
    "bells_one, 11",
    "bells_ring, 14",
    "bells_wait, 24",
    "bells_wait, 25"
  })
  void theLineIsThatOfTheDefinition(String function, int line) throws IOException {
    assertThat(in("ported", function).lines()).contains(line);
  }

  @Test
  void allDefinitionsOfANameCount() throws IOException {
    String text = Files.readString(tree("ported").resolve(FILE));
    assertThat(in("ported", "bells_count").lines()).contains(39, 44);
    assertThat(CFunction.find(text.replace("return count;", "return 1;"), "bells_count").sha256())
        .isNotEqualTo(in("ported", "bells_count").sha256());
    assertThat(
            CFunction.find(
                text.replace("return 0;\n}\n#endif", "return 2;\n}\n#endif"), "bells_count"))
        .isNotEqualTo(in("ported", "bells_count"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bells_ring_slow", "EXPORT_SYMBOL", "bells", "sleep", "CONFIG_COUNT"})
  void aCallOrAPartOfANameIsNoDefinition(String name) throws IOException {
    assertThat(in("ported", name)).isNull();
  }

  @Test
  void theLastLineOfABodyIsPartOfIt() throws IOException {
    String text = Files.readString(tree("ported").resolve(FILE));
    String changed = text.replace("\t\tsleep(b);\n\t}\n}", "\t\tsleep(b);\n\t}\n\tpanic();\n}");
    assertThat(changed).isNotEqualTo(text);
    assertThat(CFunction.find(changed, "bells_wait").sha256())
        .isNotEqualTo(in("ported", "bells_wait").sha256());
    assertThat(CFunction.find(changed, "bells_ring").sha256())
        .isEqualTo(in("ported", "bells_ring").sha256());
  }

  @Test
  void aStringKeepsItsSpaces() {
    String one = "int f(void)\n{\n\tsay(\"a b /* c */\");\n}\n";
    assertThat(CFunction.find(one.replace("a b", "ab"), "f").sha256())
        .isNotEqualTo(CFunction.find(one, "f").sha256());
    assertThat(CFunction.find(one.replace("/* c */", ""), "f").sha256())
        .isNotEqualTo(CFunction.find(one, "f").sha256());
  }

  @Test
  void aFileThatIsNotThereIsGone() throws IOException {
    Ported ported = new Ported("v1.0", "block/none.c", "f", 1, "00");
    assertThat(new Drift(tree("later")).compare(ported).state()).isEqualTo(State.GONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"20200805084031.GA1995289@T590", "040b83fcecfb", ""})
  void whatIsOfNoReleaseIsSkipped(String version) throws IOException {
    Ported ported = new Ported(version, FILE, "bells_ring", 1, "");
    assertThat(new Drift(tree("ported")).compare(ported).state()).isEqualTo(State.SKIPPED);
  }

  @Test
  void whatIsNotRecordedIsSaidSo() throws IOException {
    Ported ported = new Ported("v5.10-rc1", FILE, "bells_ring", 14, "");
    assertThat(new Drift(tree("ported")).compare(ported).state()).isEqualTo(State.NOT_RECORDED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"int f(", "int f(void)\n{", "#define f", "int f(void) /* ", "int f(\"", "'"})
  void textThatIsCutShortDoesNoHarm(String text) {
    CFunction found = CFunction.find(text, "f");
    assertThat(found == null || found.lines().contains(1)).isTrue();
  }
}
