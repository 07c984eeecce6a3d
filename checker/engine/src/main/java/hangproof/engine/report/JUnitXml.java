// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import hangproof.engine.cases.Outcome;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Outcomes as JUnit XML, which build servers read: a suite for each family of cases, a test case
 * for each case and model. Whatever is not as expected is a failure, Unknown always; nothing is
 * ever skipped.
 */
public final class JUnitXml {
  private JUnitXml() {}

  /**
   * The file.
   *
   * @param witnesses whose mail text is put into the failures
   */
  public static String text(List<Outcome> outcomes, WitnessFiles witnesses) {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      line(xml, 0);
      xml.writeStartElement("testsuites");
      xml.writeAttribute("name", "hangproof");
      counts(xml, outcomes);
      Map<String, List<Outcome>> suites =
          outcomes.stream()
              .collect(
                  Collectors.groupingBy(JUnitXml::family, LinkedHashMap::new, Collectors.toList()));
      for (Map.Entry<String, List<Outcome>> suite : suites.entrySet()) {
        line(xml, 1);
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", suite.getKey());
        counts(xml, suite.getValue());
        for (Outcome o : suite.getValue()) {
          write(xml, o, witnesses);
        }
        line(xml, 1);
        xml.writeEndElement();
      }
      line(xml, 0);
      xml.writeEndElement();
      line(xml, 0);
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("outcomes cannot be written as XML", e);
    }
    return text.toString();
  }

  private static String family(Outcome o) {
    String name = o.testCase().name();
    return name.substring(0, name.lastIndexOf('/')).replace('/', '.');
  }

  private static void counts(XMLStreamWriter xml, List<Outcome> outcomes)
      throws XMLStreamException {
    long failures = outcomes.stream().filter(o -> !Agreements.passes(o)).count();
    xml.writeAttribute("tests", Integer.toString(outcomes.size()));
    xml.writeAttribute("failures", Long.toString(failures));
    xml.writeAttribute("errors", "0");
    xml.writeAttribute("skipped", "0");
  }

  private static void write(XMLStreamWriter xml, Outcome o, WitnessFiles witnesses)
      throws XMLStreamException {
    line(xml, 2);
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", o.testCase().name().replace('/', '.'));
    String bounds = o.bounds().toString();
    xml.writeAttribute("name", o.model().title() + (bounds.isEmpty() ? "" : ", " + bounds));
    xml.writeAttribute("time", String.format(Locale.ROOT, "%.3f", o.result().wallSeconds()));
    if (!Agreements.passes(o)) {
      line(xml, 3);
      xml.writeStartElement("failure");
      xml.writeAttribute("type", Agreements.key(o));
      xml.writeAttribute("message", legal(Agreements.sentence(o)));
      if (witnesses.has(o)) {
        xml.writeCharacters(legal("\n" + witnesses.mail(o, null)));
      }
      xml.writeEndElement();
      line(xml, 2);
    }
    xml.writeEndElement();
  }

  private static void line(XMLStreamWriter xml, int depth) throws XMLStreamException {
    xml.writeCharacters("\n" + "  ".repeat(depth));
  }

  /** XML has no way to write most control characters, not even escaped. */
  static String legal(String text) {
    StringBuilder legal = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              boolean ok =
                  c == '\n'
                      || c == '\t'
                      || (c >= ' ' && c <= 0xD7FF)
                      || (c >= 0xE000 && c <= 0xFFFD)
                      || c > 0xFFFF;
              legal.appendCodePoint(ok ? c : '?');
            });
    return legal.toString();
  }
}
