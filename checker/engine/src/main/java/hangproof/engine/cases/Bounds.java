// SPDX-License-Identifier: MIT
package hangproof.engine.cases;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** How large the instance is that is checked: a number for each parameter of a case. */
public final class Bounds {
  private final Map<String, Integer> values;

  Bounds(Map<String, Integer> values) {
    this.values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /**
   * The value of a parameter.
   *
   * @throws IllegalArgumentException if the case does not declare it
   */
  public int get(String parameter) {
    Integer value = values.get(parameter);
    if (value == null) {
      throw new IllegalArgumentException("the case has no parameter '" + parameter + "'");
    }
    return value;
  }

  /** All parameters in the order of their declaration. */
  public Map<String, Integer> values() {
    return values;
  }

  /** Such as {@code submitters=2 requests=1}. */
  @Override
  public String toString() {
    return values.entrySet().stream()
        .map(e -> e.getKey() + "=" + e.getValue())
        .collect(Collectors.joining(" "));
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof Bounds b && values.equals(b.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }
}
