// SPDX-License-Identifier: MIT
package hangproof.engine.trace;

import java.util.List;

/**
 * A run of the port itself along a witness.
 *
 * @param roles names, by index
 * @param events all that happened, in order
 * @param ends where each role stands at the end
 * @param memory what the cells hold at the end
 */
public record ReplayedRun(
    List<String> roles, List<TraceEvent> events, List<RoleEnd> ends, List<CellValue> memory) {}
