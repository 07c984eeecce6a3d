// SPDX-License-Identifier: GPL-2.0-only
package hangproof.hardware;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.openjdk.jcstress.JCStress;
import org.openjdk.jcstress.Options;

/**
 * Runs the JCStress tests: the build's integration-test phase. Whatever they show, it ends well;
 * {@link JcstressJudge} has the last word, so that results are written even when it is a bad one.
 *
 * <p>JCStress writes its results into the directory it is started in, which must be {@link
 * Settings#work}.
 */
public final class JcstressRun {
  private JcstressRun() {}

  /** Takes no arguments: see {@link Settings}. */
  public static void main(String[] args) throws IOException {
    Settings settings = Settings.fromSystemProperties();
    deleteFiles(settings.work());
    if (settings.skip()) {
      return;
    }
    deleteFiles(settings.pages());
    System.out.println("JCStress runs; its own words go to " + settings.log());
    PrintStream out = System.out;
    PrintStream err = System.err;
    try (PrintStream log =
        new PrintStream(Files.newOutputStream(settings.log()), true, StandardCharsets.UTF_8)) {
      System.setOut(log);
      System.setErr(log);
      try {
        run(settings);
      } catch (Exception | AssertionError e) {
        // A forbidden outcome, for one; the judge sees it in the results.
        e.printStackTrace(log);
      } finally {
        System.setOut(out);
        System.setErr(err);
      }
    }
  }

  private static void run(Settings settings) throws Exception {
    Options options = new Options(settings.jcstressOptions());
    if (!options.parse()) {
      throw new IllegalArgumentException("JCStress does not understand its options");
    }
    new JCStress(options).run();
  }

  /** What an earlier run left must not pass for this one's. */
  private static void deleteFiles(Path directory) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, Files::isRegularFile)) {
      for (Path file : files) {
        Files.delete(file);
      }
    } catch (NoSuchFileException e) {
      Files.createDirectories(directory);
    }
  }
}
