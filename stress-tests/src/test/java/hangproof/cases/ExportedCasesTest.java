// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.MemoryModel;
import hangproof.engine.axiom.Models;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Cases;
import hangproof.engine.explorer.Limits;
import hangproof.engine.explorer.Verdict;
import hangproof.engine.export.HerdCore;
import hangproof.engine.export.HerdExport;
import hangproof.engine.export.NotExportable;
import hangproof.engine.litmus.LitmusChecker;
import hangproof.engine.litmus.LitmusTest;
import hangproof.engine.litmus.LitmusVerdict;
import hangproof.engine.litmus.SearchBounds;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The exported litmus tests of our cases say the same as the cases. */
final class ExportedCasesTest {
  private static final Cases CASES = Cases.load();

  static Stream<Case> weakHangs() {
    return CASES.all().stream()
        .filter(c -> c.expectations().containsKey(MemoryModel.LKMM))
        .filter(c -> c.expectations().get(MemoryModel.LKMM).verdict() == Verdict.SOMETIMES);
  }

  private static List<HerdCore> export(Case c) throws NotExportable {
    return new HerdExport(c.name(), m -> c.build(m, c.usualBounds()), Limits.defaults()).cores();
  }

  private static LitmusVerdict readBack(String text, String model) {
    return new LitmusChecker(Models.named(model), SearchBounds.DEFAULT)
        .check(LitmusTest.parse(text))
        .verdict();
  }

  /** Where no interleaving hangs, none explains the litmus test either. */
  @ParameterizedTest
  @MethodSource("weakHangs")
  void whatHangsIsSometimes(Case c) throws NotExportable {
    HerdCore core = export(c).get(0);
    assertThat(readBack(core.text(), "lkmm").word()).isEqualTo(core.verdict());
    assertThat(core.verdict()).isNotEqualTo("Never");
    if (c.expectations().get(MemoryModel.SC).verdict() == Verdict.NEVER) {
      assertThat(readBack(core.text(), "sc")).isEqualTo(LitmusVerdict.NEVER);
    }
  }

  @Test
  void theBarrierOfTheBudgetForbidsWhatHangsWithoutIt() throws NotExportable {
    List<HerdCore> cores = export(CASES.find("restarts-reduced/v4-tag-free"));
    assertThat(cores.get(0).text()).contains("scsi_mq_get_budget", "smp_mb__after_atomic();");
    assertThat(readBack(cores.get(0).text(), "lkmm")).isEqualTo(LitmusVerdict.NEVER);
    assertThat(readBack(cores.get(1).text(), "lkmm")).isEqualTo(LitmusVerdict.SOMETIMES);
  }
}
