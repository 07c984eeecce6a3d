// SPDX-License-Identifier: MIT
package hangproof.engine.drift;

import hangproof.machine.KernelSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Compares ported functions with a kernel tree. */
public final class Drift {
  /** How a ported function stands to the one in the tree. */
  public enum State {
    /** The tree has the very text that was ported, but for comments and white space. */
    PORTED,
    /** The tree has another text. */
    CHANGED,
    /** The tree has no such function in that file, or no such file. */
    GONE,
    /** It was ported from a mail or a commit, not from a release, so no tree is its own. */
    SKIPPED,
    /** Nobody has recorded what was ported. */
    NOT_RECORDED
  }

  /**
   * A ported function.
   *
   * @param version the release that it was ported from, or a Message-ID or a commit
   * @param file from the root of the tree
   * @param sha256 empty if it is not recorded
   */
  public record Ported(String version, String file, String function, int line, String sha256) {
    /** What an annotation says of a method of that name. */
    public static Ported of(KernelSource source, String method) {
      String function = source.function().isEmpty() ? method : source.function();
      return new Ported(source.version(), source.file(), function, source.line(), source.sha256());
    }

    /** Whether the version is a release, such as {@code v5.10}. */
    public boolean isOfARelease() {
      return version.matches("v[0-9]+(\\.[0-9]+)+(-rc[0-9]+)?");
    }
  }

  /**
   * What came out.
   *
   * @param found the function in the tree; null if it was not looked for or is not there
   */
  public record Finding(Ported ported, State state, CFunction found) {}

  private final Path kernel;
  private final Map<String, String> texts = new HashMap<>();

  /**
   * @param kernel root of the tree
   */
  public Drift(Path kernel) {
    this.kernel = kernel;
  }

  /**
   * Compares one.
   *
   * @throws IOException if a file is there but cannot be read
   */
  public Finding compare(Ported ported) throws IOException {
    if (!ported.isOfARelease()) {
      return new Finding(ported, State.SKIPPED, null);
    }
    String text = text(ported.file());
    CFunction found = text == null ? null : CFunction.find(text, ported.function());
    State state;
    if (found == null) {
      state = State.GONE;
    } else if (ported.sha256().isEmpty()) {
      state = State.NOT_RECORDED;
    } else {
      state = ported.sha256().equals(found.sha256()) ? State.PORTED : State.CHANGED;
    }
    return new Finding(ported, state, found);
  }

  /** Null if there is no such file. */
  private String text(String file) throws IOException {
    if (!texts.containsKey(file)) {
      Path path = kernel.resolve(file);
      // Kernel files are UTF-8, with exceptions; Latin-1 reads any of them, byte for byte.
      texts.put(
          file,
          Files.isRegularFile(path)
              ? Files.readString(path, StandardCharsets.ISO_8859_1).replace("\r\n", "\n")
              : null);
    }
    return texts.get(file);
  }
}
