// SPDX-License-Identifier: MIT
package hangproof.cli;

import hangproof.engine.drift.Drift.Ported;
import hangproof.machine.KernelSource;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.AnnotatedElement;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** The functions that the classes on the class path say they are ported from. */
final class PortedFunctions {
  /** A class that bears the annotation has its name among its constants. */
  private static final String MARK = KernelSource.class.getName().replace('.', '/');

  private final Set<String> classes = new TreeSet<>();
  private final Set<Path> roots = new LinkedHashSet<>();

  private PortedFunctions() {}

  /**
   * All of them, each once, by version, file and function.
   *
   * @param own what the user named, beside the command's own class path
   * @throws IOException if a jar or a directory cannot be read
   */
  static List<Ported> on(List<Path> own) throws IOException {
    PortedFunctions found = new PortedFunctions();
    for (String path : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (!path.isEmpty()) {
        found.root(Path.of(path));
      }
    }
    List<URL> urls = new ArrayList<>();
    for (Path path : own) {
      found.root(path);
      urls.add(path.toUri().toURL());
    }
    try (URLClassLoader loader =
        new URLClassLoader(urls.toArray(URL[]::new), PortedFunctions.class.getClassLoader())) {
      return found.annotated(loader);
    }
  }

  private void root(Path path) throws IOException {
    if (!roots.add(path.toAbsolutePath().normalize())) {
      return;
    }
    if (Files.isDirectory(path)) {
      try (Stream<Path> files = Files.walk(path)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
          note(path.relativize(file).toString(), Files.readAllBytes(file));
        }
      }
    } else if (Files.isRegularFile(path)) {
      try (JarFile jar = new JarFile(path.toFile())) {
        for (JarEntry entry : Collections.list(jar.entries())) {
          if (entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF")) {
            try (InputStream in = jar.getInputStream(entry)) {
              note(entry.getName(), in.readAllBytes());
            }
          }
        }
        alsoOf(jar.getManifest(), path);
      }
    }
  }

  /** A jar names others in its manifest, from where it lies. */
  private void alsoOf(Manifest manifest, Path jar) throws IOException {
    String others = manifest == null ? null : manifest.getMainAttributes().getValue("Class-Path");
    if (others == null) {
      return;
    }
    for (String other : others.strip().split("\\s+", -1)) {
      try {
        URI uri = jar.toUri().resolve(new URI(other));
        if ("file".equals(uri.getScheme())) {
          root(Path.of(uri));
        }
      } catch (URISyntaxException | IllegalArgumentException e) {
        throw new IOException(jar + " names '" + other + "' in its manifest", e);
      }
    }
  }

  private void note(String file, byte[] bytes) {
    String name = file.substring(0, file.length() - ".class".length()).replace('\\', '/');
    boolean marked = new String(bytes, StandardCharsets.ISO_8859_1).contains(MARK);
    if (marked && !name.endsWith("module-info") && !name.endsWith("package-info")) {
      classes.add(name.replace('/', '.'));
    }
  }

  private List<Ported> annotated(ClassLoader loader) throws IOException {
    Set<Ported> all =
        new TreeSet<>(
            Comparator.comparing(Ported::version)
                .thenComparing(Ported::file)
                .thenComparing(Ported::function)
                .thenComparing(Ported::sha256)
                .thenComparing(Ported::line));
    for (String name : classes) {
      try {
        Class<?> c = Class.forName(name, false, loader);
        for (var method : c.getDeclaredMethods()) {
          add(method, method.getName(), all);
        }
        for (var constructor : c.getDeclaredConstructors()) {
          add(constructor, c.getSimpleName(), all);
        }
      } catch (ClassNotFoundException | LinkageError e) {
        throw new IOException("the class " + name + " cannot be loaded: " + e, e);
      }
    }
    return List.copyOf(all);
  }

  private static void add(AnnotatedElement element, String name, Set<Ported> to) {
    KernelSource source = element.getAnnotation(KernelSource.class);
    if (source != null) {
      to.add(Ported.of(source, name));
    }
  }
}
