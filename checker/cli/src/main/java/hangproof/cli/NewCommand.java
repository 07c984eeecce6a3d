// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.report.AsideWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Writes a case to start from. */
@Command(
    name = "new",
    header = "Writes a case to start from: a port, its case, and its test.",
    description = {
      "What is written compiles and can be checked at once. It fails, since its example loses a"
          + " wakeup and its case claims that it does not: replace the example by the code that a"
          + " report is about. Nothing that is there already is overwritten.",
      ""
    },
    footerHeading = "%n",
    footer = {
      "Examples:",
      "  hangproof new dispatch-restart --dir a03",
      "  hangproof check mine/dispatch-restart --class-path a03",
      "  hangproof new tags/clear-tag"
    },
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class)
final class NewCommand implements Callable<Integer> {
  @ParentCommand private Main main;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "NAME",
      description = "Name of the case, such as tags/clear-tag; without a family, it is mine/NAME.")
  private String name;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "The project to write into, made if need be. Default: this directory.")
  private Path dir = Path.of("");

  @Override
  public Integer call() throws IOException {
    CaseName names;
    try {
      names = CaseName.parse(name);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    Path java = dir.resolve("src/main/java").resolve(names.packageName());
    Path test = dir.resolve("src/test/java").resolve(names.packageName());
    Map<Path, String> files = new LinkedHashMap<>();
    files.put(java.resolve(names.className() + ".java"), filled("Port", names));
    files.put(java.resolve(names.className() + "Cases.java"), filled("Cases", names));
    files.put(test.resolve(names.className() + "Test.java"), filled("Test", names));
    for (Path file : files.keySet()) {
      if (Files.exists(file)) {
        throw new ParameterException(
            spec.commandLine(), file + " is there already; choose another name or --dir");
      }
    }
    for (Map.Entry<Path, String> file : files.entrySet()) {
      write(file.getKey(), file.getValue());
      main.out().println("Written: " + file.getKey());
    }
    register(names);
    main.out()
        .printf(
            "Check it: hangproof check %s --class-path %s%n",
            names.name(), dir.toString().isEmpty() ? "." : dir);
    return ExitCode.AS_EXPECTED;
  }

  private static String filled(String template, CaseName names) throws IOException {
    try (InputStream in = NewCommand.class.getResourceAsStream("new/" + template + ".java.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .replace("${package}", names.packageName())
          .replace("${class}", names.className())
          .replace("${name}", names.name());
    }
  }

  private void write(Path file, String text) throws IOException {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (FileAlreadyExistsException e) {
      throw new ParameterException(spec.commandLine(), e.getFile() + " is in the way", e);
    } catch (IOException e) {
      throw new ParameterException(
          spec.commandLine(), "cannot write " + file + "; name another --dir", e);
    }
  }

  /** Tells the service loader of the provider, beside those it knows already. */
  private void register(CaseName names) throws IOException {
    String provider = names.packageName() + "." + names.className() + "Cases";
    Path file = dir.resolve("src/main/resources").resolve(UserClasses.SERVICE);
    List<String> known = Files.exists(file) ? Files.readAllLines(file) : List.of();
    if (!known.contains(provider)) {
      String before = known.isEmpty() ? "" : String.join("\n", known) + "\n";
      AsideWriter.write(file, before + provider + "\n");
      main.out().println("Written: " + file);
    }
  }
}
