// SPDX-License-Identifier: GPL-2.0-only
package hangproof.hardware;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What one Lincheck test came to.
 *
 * @param test its name
 * @param wanted what was looked for
 * @param found whether Lincheck found it. If not, that proves nothing: it samples
 * @param invocations run, the last of them being the one that found it
 */
public record LincheckResult(String test, String wanted, boolean found, long invocations) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Leaves the result where the judge collects it. */
  public void write() throws IOException {
    String directory = System.getProperty("hangproof.lincheck.results");
    if (directory == null) {
      return; // run from an IDE
    }
    Path path = Files.createDirectories(Path.of(directory));
    JSON.writeValue(path.resolve(test + ".json").toFile(), this);
  }

  /** Reads what this build's tests left, and takes it away: the next build must not find it. */
  static List<LincheckResult> take(Path directory) throws IOException {
    List<LincheckResult> results = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.json")) {
      for (Path file : files) {
        results.add(JSON.readValue(file.toFile(), LincheckResult.class));
        Files.delete(file);
      }
    } catch (NoSuchFileException e) {
      return results;
    }
    results.sort(Comparator.comparing(LincheckResult::test));
    return results;
  }
}
