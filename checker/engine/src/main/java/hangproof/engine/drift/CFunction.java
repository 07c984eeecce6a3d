// SPDX-License-Identifier: MIT
package hangproof.engine.drift;

import hangproof.engine.Sha256;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * A function, or a macro, in a C file.
 *
 * @param lines on which its definitions begin, and those of their names, where a return type stands
 *     on a line of its own
 * @param sha256 of its text without comments and white space
 */
public record CFunction(List<Integer> lines, String sha256) {
  /**
   * Finds a function. If there are several of the name (for one configuration and for another), all
   * of them count.
   *
   * @param text the C file
   * @return null if the file defines none
   */
  public static CFunction find(String text, String name) {
    String code = CText.withoutComments(text);
    StringBuilder all = new StringBuilder();
    List<Integer> lines = new ArrayList<>();
    for (CDefinitions.Place place : CDefinitions.of(code, name)) {
      lines.add(CText.line(code, place.begin()));
      lines.add(CText.line(code, place.name()));
      all.append(CText.withoutSpace(code.substring(place.begin(), place.end())));
    }
    return lines.isEmpty()
        ? null
        : new CFunction(List.copyOf(lines), HexFormat.of().formatHex(Sha256.of(all.toString())));
  }
}
