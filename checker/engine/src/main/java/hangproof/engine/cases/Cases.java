// SPDX-License-Identifier: MIT
package hangproof.engine.cases;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** All cases on the class path. */
public final class Cases {
  private final Map<String, Case> byName = new LinkedHashMap<>();
  private final RecordedCounts recorded;

  private Cases(Iterable<CaseProvider> providers) {
    List<RecordedCounts> counts = new ArrayList<>();
    for (CaseProvider provider : providers) {
      for (Case c : provider.cases()) {
        if (byName.put(c.name(), c) != null) {
          throw new IllegalStateException("two cases are called " + c.name());
        }
      }
      if (provider.recordedCounts() != null) {
        counts.add(RecordedCounts.read(provider.getClass(), provider.recordedCounts()));
      }
    }
    this.recorded = RecordedCounts.merge(counts);
  }

  /** The cases of every provider that the service loader finds. */
  public static Cases load() {
    return new Cases(ServiceLoader.load(CaseProvider.class));
  }

  /**
   * The cases of every provider that the service loader finds through a class loader.
   *
   * @throws java.util.ServiceConfigurationError if a provider cannot be made
   * @throws IllegalStateException if two cases have the same name
   */
  public static Cases load(ClassLoader loader) {
    return new Cases(ServiceLoader.load(CaseProvider.class, loader));
  }

  /** The cases of these providers. */
  public static Cases of(List<CaseProvider> providers) {
    return new Cases(providers);
  }

  public List<Case> all() {
    return List.copyOf(byName.values());
  }

  /** The case of that name, or null. */
  public Case find(String name) {
    return byName.get(name);
  }

  /** The cases of that name, or of that family: {@code restarts} means {@code restarts/...}. */
  public List<Case> matching(String name) {
    Case exact = byName.get(name);
    if (exact != null) {
      return List.of(exact);
    }
    return byName.values().stream().filter(c -> c.name().startsWith(name + "/")).toList();
  }

  /**
   * The cases of that name or family, at least one.
   *
   * @throws IllegalArgumentException if there is none; the message suggests others
   */
  public List<Case> require(String name) {
    List<Case> found = matching(name);
    if (!found.isEmpty()) {
      return found;
    }
    List<String> known = new ArrayList<>(byName.keySet());
    byName.keySet().forEach(n -> known.add(n.substring(0, n.lastIndexOf('/'))));
    List<String> near = Nearby.to(name, known);
    throw new IllegalArgumentException(
        "there is no case '"
            + name
            + "'"
            + (near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?"));
  }

  public RecordedCounts recorded() {
    return recorded;
  }
}
