// SPDX-License-Identifier: MIT
package hangproof.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Panels one below the other, a logarithmic axis each, as SVG. */
final class Plot {
  private static final int WIDTH = 760;
  private static final int HEIGHT = 300;
  private static final int LEFT = 70;
  private static final int RIGHT = 110;
  private static final int TOP = 46;
  private static final int BOTTOM = 64;

  /** Told apart by shape as well as by colour. */
  private static final String[] COLOURS = {"#0b6bcb", "#c2410c", "#15803d"};

  private final String title;
  private final List<String> labels;
  private final List<Panel> panels = new ArrayList<>();

  /** One quantity. */
  static final class Panel {
    private final String quantity;
    private final List<Series> series = new ArrayList<>();

    private Panel(String quantity) {
      this.quantity = quantity;
    }

    /** A value for each label. */
    Series series(String name, List<Double> values) {
      Series s = new Series(name, values);
      series.add(s);
      return s;
    }
  }

  /** The values of one tool. */
  static final class Series {
    private final String name;
    private final List<Double> values;
    private List<Boolean> unfinished = List.of();

    private Series(String name, List<Double> values) {
      this.name = name;
      this.values = values;
    }

    /** Which of the values are but a lower bound: drawn hollow. */
    void unfinished(List<Boolean> which) {
      unfinished = which;
    }

    private boolean isUnfinished(int i) {
      return i < unfinished.size() && unfinished.get(i);
    }
  }

  Plot(String title, List<String> labels) {
    this.title = title;
    this.labels = labels;
  }

  Panel panel(String quantity) {
    Panel panel = new Panel(quantity);
    panels.add(panel);
    return panel;
  }

  void write(Path file) throws IOException {
    Files.writeString(file, svg());
  }

  String svg() {
    StringBuilder svg = new StringBuilder();
    int height = HEIGHT * panels.size() + 24;
    svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    svg.append(WIDTH).append(' ').append(height).append("\" width=\"").append(WIDTH);
    svg.append("\" height=\"").append(height).append("\" role=\"img\">\n");
    svg.append("<title>").append(escaped(title)).append("</title>\n");
    svg.append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
    svg.append("<g font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">\n");
    text(svg, WIDTH / 2.0, 22, "middle", "font-size=\"15\"", title);
    for (int p = 0; p < panels.size(); p++) {
      draw(svg, panels.get(p), 24 + HEIGHT * p);
    }
    text(svg, LEFT, height - 6, "start", "", "Hollow: stopped at its limit of time or memory.");
    return svg.append("</g>\n</svg>\n").toString();
  }

  private void draw(StringBuilder svg, Panel panel, int y) {
    double lowest = Double.MAX_VALUE;
    double highest = 0;
    for (Series s : panel.series) {
      for (double v : s.values) {
        lowest = Math.min(lowest, v);
        highest = Math.max(highest, v);
      }
    }
    int from = (int) Math.floor(Math.log10(Math.max(lowest, 1e-3)));
    int to = Math.max(from + 1, (int) Math.ceil(Math.log10(Math.max(highest, 1e-3))));
    text(svg, LEFT, y + TOP - 12, "start", "font-weight=\"bold\"", panel.quantity);
    for (int decade = from; decade <= to; decade++) {
      double at = height(y, Math.pow(10, decade), from, to);
      line(svg, LEFT, at, WIDTH - RIGHT, at, "#ddd", "");
      text(svg, LEFT - 8, at + 4, "end", "", plain(decade));
    }
    for (int i = 0; i < labels.size(); i++) {
      double x = across(i);
      String turned =
          String.format(
              Locale.ROOT, "transform=\"rotate(-30 %.1f %d)\"", x, y + HEIGHT - BOTTOM + 16);
      text(svg, x, y + HEIGHT - BOTTOM + 16, "end", turned, labels.get(i));
    }
    for (int s = 0; s < panel.series.size(); s++) {
      draw(svg, panel.series.get(s), COLOURS[s % COLOURS.length], s, y, from, to);
    }
  }

  private void draw(
      StringBuilder svg, Series series, String colour, int number, int y, int from, int to) {
    StringBuilder points = new StringBuilder();
    for (int i = 0; i < series.values.size(); i++) {
      points.append(
          String.format(
              Locale.ROOT, "%.1f,%.1f ", across(i), height(y, series.values.get(i), from, to)));
    }
    svg.append("<polyline fill=\"none\" stroke=\"").append(colour);
    svg.append("\" stroke-width=\"2\" points=\"").append(points.toString().strip());
    svg.append("\"/>\n");
    for (int i = 0; i < series.values.size(); i++) {
      String fill = series.isUnfinished(i) ? "white" : colour;
      marker(svg, number, across(i), height(y, series.values.get(i), from, to), colour, fill);
    }
    int last = series.values.size() - 1;
    if (last >= 0) {
      double at = y + TOP + 8 + 20 * number;
      marker(svg, number, WIDTH - RIGHT + 20, at, colour, colour);
      text(svg, WIDTH - RIGHT + 30, at + 4, "start", "", series.name);
    }
  }

  private static void marker(
      StringBuilder svg, int number, double x, double y, String colour, String fill) {
    String style = "stroke=\"" + colour + "\" stroke-width=\"2\" fill=\"" + fill + "\"";
    if (number == 0) {
      svg.append(
          String.format(
              Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" %s/>%n", x, y, style));
    } else {
      svg.append(
          String.format(
              Locale.ROOT,
              "<rect x=\"%.1f\" y=\"%.1f\" width=\"8\" height=\"8\" %s/>%n",
              x - 4,
              y - 4,
              style));
    }
  }

  private double across(int i) {
    double step = (double) (WIDTH - LEFT - RIGHT) / Math.max(1, labels.size());
    return LEFT + step * (i + 0.5);
  }

  private static double height(int y, double value, int from, int to) {
    double share = (Math.log10(Math.max(value, Math.pow(10, from))) - from) / (to - from);
    return y + HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
  }

  private static String plain(int decade) {
    return decade < 0
        ? String.format(Locale.ROOT, "%." + -decade + "f", Math.pow(10, decade))
        : String.format(Locale.ROOT, "%,.0f", Math.pow(10, decade));
  }

  private static void line(
      StringBuilder svg, double x, double y, double x2, double y2, String colour, String more) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" %s/>%n",
            x,
            y,
            x2,
            y2,
            colour,
            more));
  }

  private static void text(
      StringBuilder svg, double x, double y, String anchor, String more, String text) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" %s>%s</text>%n",
            x,
            y,
            anchor,
            more,
            escaped(text)));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
