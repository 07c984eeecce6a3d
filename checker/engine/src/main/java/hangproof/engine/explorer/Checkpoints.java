// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Where a search leaves what it has seen, so that a later one of the same program goes on from
 * there: after a kill as well as after a limit.
 *
 * @param file of this one search; gone once the search has come to a verdict
 * @param every how often it is written, at the end of a level
 * @param warn told if it cannot be written: the search goes on, and the last one stays
 */
public record Checkpoints(Path file, Duration every, Consumer<String> warn) {}
