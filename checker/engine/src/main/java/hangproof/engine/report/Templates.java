// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import freemarker.template.Configuration;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Locale;
import java.util.Map;

/** The templates of reports. What they are filled with is computed elsewhere. */
final class Templates {
  private static final Configuration CONFIGURATION = configuration();

  private Templates() {}

  private static Configuration configuration() {
    Configuration c = new Configuration(Configuration.VERSION_2_3_34);
    c.setClassForTemplateLoading(Templates.class, "");
    c.setDefaultEncoding("UTF-8");
    c.setLocale(Locale.ROOT);
    c.setNumberFormat("computer");
    c.setRecognizeStandardFileExtensions(true); // *.ftlh escapes for HTML
    c.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
    c.setLogTemplateExceptions(false);
    return c;
  }

  static String fill(String template, Map<String, Object> model) {
    try {
      StringWriter text = new StringWriter();
      CONFIGURATION.getTemplate(template).process(model, text);
      return template.endsWith(".ftlh") ? visible(text.toString()) : text.toString();
    } catch (IOException | TemplateException e) {
      throw new IllegalStateException("the template " + template + " fails", e);
    }
  }

  /** A page with nothing in it that hides or reorders text: what does so becomes a mark. */
  private static String visible(String page) {
    StringBuilder text = new StringBuilder(page.length());
    page.codePoints()
        .forEach(
            c -> {
              int type = Character.getType(c);
              boolean hidden =
                  (type == Character.CONTROL && c != '\n')
                      || type == Character.FORMAT
                      || type == Character.SURROGATE;
              text.appendCodePoint(hidden ? 0xFFFD : c);
            });
    return text.toString();
  }
}
