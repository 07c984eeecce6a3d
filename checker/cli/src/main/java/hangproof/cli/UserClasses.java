// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.cases.CaseProvider;
import hangproof.engine.cases.Cases;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Classes of a user's own, from {@code --class-path}: jars, directories of classes, and projects
 * with {@code src/main/java}, which are compiled first.
 */
final class UserClasses {
  /** Names the providers of cases, in a jar or a directory of classes. */
  static final String SERVICE = "META-INF/services/" + CaseProvider.class.getName();

  /** In a project, what its sources are compiled to; nobody else's, so it may be emptied. */
  private static final String COMPILED = "target/hangproof-classes";

  private UserClasses() {}

  /** The paths do not bring what they should. */
  static final class Unusable extends Exception {
    private static final long serialVersionUID = 1L;

    Unusable(String message, Throwable cause) {
      super(message, cause);
    }

    Unusable(String message) {
      this(message, null);
    }
  }

  /**
   * The cases on the user's paths and on the command's own class path.
   *
   * @throws Unusable if a path is not there, does not compile, or no path brings a case
   */
  static Cases cases(List<Path> paths) throws Unusable {
    URLClassLoader loader = loader(roots(paths));
    try {
      if (!loader.findResources(SERVICE).hasMoreElements()) {
        throw new Unusable(
            "--class-path: no cases there: a file "
                + SERVICE
                + " must name a CaseProvider (hangproof new writes one)");
      }
      return Cases.load(loader);
    } catch (ServiceConfigurationError e) {
      throw new Unusable("--class-path: a provider of cases cannot be used: " + e.getMessage(), e);
    } catch (LinkageError e) {
      throw new Unusable("--class-path: a class cannot be loaded: " + e, e);
    } catch (IllegalStateException e) {
      throw new Unusable("--class-path: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new Unusable("--class-path: cannot be read: " + e.getMessage(), e);
    }
  }

  /** Jars and directories of classes and resources; compiles what is to be compiled. */
  static List<Path> roots(List<Path> paths) throws Unusable {
    List<Path> roots = new ArrayList<>();
    for (Path path : paths) {
      Path sources = path.resolve("src/main/java");
      if (!Files.exists(path)) {
        throw new Unusable("--class-path: there is no " + path);
      }
      if (Files.isDirectory(sources)) {
        roots.add(compiled(sources, path.resolve(COMPILED), paths));
        roots.add(path.resolve("src/main/resources"));
      } else {
        roots.add(path);
      }
    }
    return roots;
  }

  private static URLClassLoader loader(List<Path> roots) throws Unusable {
    List<URL> urls = new ArrayList<>();
    for (Path root : roots) {
      try {
        urls.add(root.toUri().toURL());
      } catch (MalformedURLException e) {
        throw new Unusable("--class-path: no place for classes: " + root, e);
      }
    }
    return new URLClassLoader(urls.toArray(URL[]::new), UserClasses.class.getClassLoader());
  }

  private static Path compiled(Path sources, Path into, List<Path> paths) throws Unusable {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new Unusable(
          "--class-path: " + sources + " must be compiled, which takes a JDK and not a JRE");
    }
    StringWriter complaints = new StringWriter();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      empty(into);
      String classPath =
          String.join(
              File.pathSeparator,
              Stream.concat(
                      Stream.of(System.getProperty("java.class.path")),
                      paths.stream().map(Path::toString))
                  .toList());
      boolean fine =
          compiler
              .getTask(
                  complaints,
                  manager,
                  null,
                  List.of("-g", "-proc:none", "-classpath", classPath, "-d", into.toString()),
                  null,
                  manager.getJavaFileObjectsFromPaths(javaFiles(sources)))
              .call();
      if (!fine) {
        throw new Unusable("--class-path: " + sources + " does not compile:\n" + complaints);
      }
      return into;
    } catch (IOException e) {
      throw new Unusable("--class-path: cannot compile " + sources + ": " + e.getMessage(), e);
    }
  }

  private static List<Path> javaFiles(Path sources) throws IOException, Unusable {
    try (Stream<Path> files = Files.walk(sources)) {
      List<Path> found = files.filter(f -> f.toString().endsWith(".java")).sorted().toList();
      if (found.isEmpty()) {
        throw new Unusable("--class-path: there is no Java file in " + sources);
      }
      return found;
    }
  }

  private static void empty(Path dir) throws IOException {
    Files.createDirectories(dir);
    List<Path> old;
    try (Stream<Path> files = Files.walk(dir)) {
      old = files.filter(f -> !f.equals(dir)).sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : old) {
      Files.delete(file);
    }
  }
}
