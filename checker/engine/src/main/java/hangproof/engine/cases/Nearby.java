// SPDX-License-Identifier: MIT
package hangproof.engine.cases;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;

/** Names that a mistyped one may have meant. */
final class Nearby {
  private static final int MOST = 3;

  private Nearby() {}

  /** The nearest names, the best first; none if all are far away. */
  static List<String> to(String name, Collection<String> names) {
    int far = Math.max(2, name.length() / 3);
    return new LinkedHashSet<>(names)
        .stream()
            .filter(n -> distance(name, n) <= far || n.contains(name))
            .sorted(Comparator.comparingInt((String n) -> distance(name, n)).thenComparing(n -> n))
            .limit(MOST)
            .toList();
  }

  /** Levenshtein's distance. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
