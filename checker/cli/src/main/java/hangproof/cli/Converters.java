// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.MemoryModel;
import hangproof.engine.automaton.Reduction;
import hangproof.engine.cases.Durations;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** From words of the command line to values; each error says what would be right. */
final class Converters {
  private Converters() {}

  /** {@code sc}, {@code tso}, {@code lkmm}. */
  static final class ToModel implements ITypeConverter<MemoryModel> {
    @Override
    public MemoryModel convert(String text) {
      return oneOf(text, "memory model", MemoryModel.values());
    }
  }

  /** {@code symmetry}, {@code locks} and so on. */
  static final class ToReduction implements ITypeConverter<Reduction> {
    @Override
    public Reduction convert(String text) {
      return oneOf(text, "reduction", Reduction.values());
    }
  }

  /** {@code 90s}, {@code 10m}. */
  static final class ToDuration implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      try {
        return Durations.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  /** {@code 512m}, {@code 8g}: in bytes. */
  static final class ToBytes implements ITypeConverter<Long> {
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,9})([kmgt])");

    @Override
    public Long convert(String text) {
      Matcher m = SIZE.matcher(text.toLowerCase(Locale.ROOT));
      if (!m.matches()) {
        throw new TypeConversionException("'" + text + "' is no size: write it as 512m or 8g");
      }
      int shift =
          switch (m.group(2)) {
            case "k" -> 10;
            case "m" -> 20;
            case "g" -> 30;
            default -> 40;
          };
      return Long.parseLong(m.group(1)) << shift;
    }
  }

  private static <T extends Enum<T>> T oneOf(String text, String what, T[] values) {
    return Arrays.stream(values)
        .filter(v -> v.name().equalsIgnoreCase(text.strip()))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "there is no "
                        + what
                        + " '"
                        + text
                        + "'; there are "
                        + Arrays.stream(values)
                            .map(v -> v.name().toLowerCase(Locale.ROOT))
                            .collect(Collectors.joining(", "))));
  }
}
