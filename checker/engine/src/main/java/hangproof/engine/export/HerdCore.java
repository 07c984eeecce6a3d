// SPDX-License-Identifier: MIT
package hangproof.engine.export;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A litmus test in the C dialect of herd7, and what it should say.
 *
 * @param name of the test
 * @param verdict Never, Sometimes or Always, under the kernel's memory model
 * @param text the file
 */
public record HerdCore(String name, String verdict, String text) {
  static List<HerdCore> copyOf(List<HerdCore> cores) {
    return Collections.unmodifiableList(new ArrayList<>(cores));
  }
}
