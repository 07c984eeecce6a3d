// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Outcome;
import hangproof.engine.fixtures.FixtureCases;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

final class JUnitXmlTest {
  private static List<Outcome> outcomes() {
    List<Outcome> outcomes = new ArrayList<>();
    for (String name : List.of(FixtureCases.LOST, FixtureCases.MISSED, FixtureCases.UNEXPECTED)) {
      outcomes.addAll(Reports.check(name, Map.of()));
    }
    Case c = Case.of("wrong/unknown", "nothing is known");
    outcomes.add(Outcome.unknown(c, MemoryModel.SC, c.usualBounds(), "a <bound> & \u0001 more"));
    return outcomes;
  }

  private static String xml() {
    return JUnitXml.text(outcomes(), new WitnessFiles(outcomes()));
  }

  @Test
  void isAsRecorded() throws IOException {
    Golden.assertGolden("junit.xml", xml().replaceAll("time=\"[0-9.]+\"", "time=\"0\""));
  }

  @Test
  void theCountsAreThoseOfTheElements() throws Exception {
    Document document = parse(xml());
    assertThat(document.getDocumentElement().getAttribute("tests")).isEqualTo("7");
    assertThat(document.getDocumentElement().getAttribute("failures")).isEqualTo("5");
    assertThat(document.getElementsByTagName("testcase").getLength()).isEqualTo(7);
    assertThat(document.getElementsByTagName("failure").getLength()).isEqualTo(5);
    NodeList suites = document.getElementsByTagName("testsuite");
    for (int i = 0; i < suites.getLength(); i++) {
      Element suite = (Element) suites.item(i);
      assertThat(suite.getElementsByTagName("testcase").getLength())
          .isEqualTo(Integer.parseInt(suite.getAttribute("tests")));
      assertThat(suite.getElementsByTagName("failure").getLength())
          .isEqualTo(Integer.parseInt(suite.getAttribute("failures")));
    }
  }

  @Test
  void unknownIsAFailure() throws Exception {
    NodeList failures = parse(xml()).getElementsByTagName("failure");
    Element last = (Element) failures.item(failures.getLength() - 1);
    assertThat(last.getAttribute("type")).isEqualTo("unknown");
    assertThat(last.getAttribute("message")).isEqualTo("nothing is proved: a <bound> & ? more");
  }

  private static Document parse(String xml) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(xml)));
  }
}
