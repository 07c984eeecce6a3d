// SPDX-License-Identifier: GPL-2.0-only
package hangproof.hardware;

import java.nio.file.Path;
import java.util.List;

/**
 * What the build tells the runner and the judge; stress-tests/pom.xml has the defaults.
 *
 * @param work where JCStress writes its results and its log, and nothing else lies
 * @param lincheck where the Lincheck tests leave what they found
 * @param results where the summary and JCStress's pages go
 * @param tests which tests: a regular expression that matches in the name
 * @param millis time of one iteration
 * @param iterations of each test in each configuration
 * @param longRun whether rare outcomes must be seen too
 * @param skip whether JCStress does not run at all
 */
record Settings(
    Path work,
    Path lincheck,
    Path results,
    String tests,
    int millis,
    int iterations,
    boolean longRun,
    boolean skip) {

  static Settings fromSystemProperties() {
    return new Settings(
        Path.of(System.getProperty("hangproof.jcstress.work")),
        Path.of(System.getProperty("hangproof.lincheck.results")),
        Path.of(System.getProperty("hangproof.results")),
        System.getProperty("hangproof.jcstress.tests"),
        Integer.getInteger("hangproof.jcstress.time"),
        Integer.getInteger("hangproof.jcstress.iterations"),
        Boolean.getBoolean("hangproof.long"),
        Boolean.getBoolean("hangproof.jcstress.skip"));
  }

  Path log() {
    return work.resolve("jcstress.log");
  }

  /** The file that says that the judge is content. */
  Path passed() {
    return work.resolve("passed");
  }

  Path pages() {
    return results.resolve("jcstress");
  }

  /** The options of JCStress 0.16. Its later versions have others. */
  String[] jcstressOptions() {
    List<String> options =
        List.of(
            "-t",
            tests,
            "-time",
            Integer.toString(millis),
            "-iters",
            Integer.toString(iterations),
            "-f",
            "1",
            "-fsm",
            "1",
            // One compilation mode and one garbage collector: a few configurations, not 28.
            "-sc",
            "false",
            "-jvmArgs",
            "-XX:+UseParallelGC",
            "-v",
            "-r",
            pages().toString());
    return options.toArray(String[]::new);
  }
}
