// SPDX-License-Identifier: MIT
package hangproof.junit;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Bounds;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Cases;
import hangproof.engine.cases.Durations;
import hangproof.engine.cases.RecordedCounts;
import hangproof.engine.cases.Settings;
import java.lang.reflect.AnnotatedElement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** Turns an {@link InterleavingTest} into its invocations. */
public final class InterleavingExtension implements TestTemplateInvocationContextProvider {
  /** Searches at the larger bounds of the cases as well, where a test sets none. */
  private static final String LARGER = "hangproof.larger";

  /** The counts of this run are to be recorded, so they are not compared with older ones. */
  private static final String RECORD = "hangproof.record";

  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return find(context.getElement().orElse(null)) != null;
  }

  private static InterleavingTest find(AnnotatedElement element) {
    return AnnotationSupport.findAnnotation(element, InterleavingTest.class).orElse(null);
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    InterleavingTest test = find(context.getRequiredTestMethod());
    try {
      return invocations(test).stream();
    } catch (IllegalArgumentException | ReflectiveOperationException e) {
      throw new ExtensionConfigurationException("@InterleavingTest: " + e.getMessage(), e);
    }
  }

  private static List<TestTemplateInvocationContext> invocations(InterleavingTest test)
      throws ReflectiveOperationException {
    Cases cases = Cases.load();
    Duration budget = Durations.parse(test.budget());
    Map<String, Integer> changed = Settings.parse(List.of(test.bounds()));
    RecordedCounts recorded = Boolean.getBoolean(RECORD) ? new RecordedCounts() : cases.recorded();
    List<TestTemplateInvocationContext> invocations = new ArrayList<>();
    for (Case c : chosen(test, cases)) {
      for (Bounds bounds : bounds(c, changed)) {
        for (MemoryModel model : models(test, c, bounds)) {
          invocations.add(new CaseInvocation(c, model, bounds, budget, test.expect(), recorded));
        }
      }
    }
    if (invocations.isEmpty()) {
      throw new IllegalArgumentException("no case matched");
    }
    return invocations;
  }

  private static Set<Case> chosen(InterleavingTest test, Cases cases)
      throws ReflectiveOperationException {
    boolean all = test.value().length == 0 && test.from().length == 0;
    Set<Case> chosen = new LinkedHashSet<>(all ? cases.all() : List.of());
    for (String name : test.value()) {
      chosen.addAll(cases.require(name));
    }
    for (Class<? extends Supplier<Case>> from : test.from()) {
      var constructor = from.getDeclaredConstructor();
      constructor.setAccessible(true);
      chosen.add(constructor.newInstance().get());
    }
    return chosen;
  }

  private static List<Bounds> bounds(Case c, Map<String, Integer> changed) {
    boolean larger = changed.isEmpty() && Boolean.getBoolean(LARGER);
    return larger ? c.expectedBounds() : List.of(c.bounds(changed));
  }

  /** The models that a test names, or those of which the case says what to expect. */
  private static List<MemoryModel> models(InterleavingTest test, Case c, Bounds bounds) {
    if (test.models().length == 0) {
      boolean declared = c.expectedBounds().contains(bounds);
      return declared ? c.expectedModels(bounds) : List.copyOf(c.expectations().keySet());
    }
    return Arrays.stream(test.models())
        .filter(m -> test.expect() != Expected.AS_DECLARED || c.expectations().containsKey(m))
        .toList();
  }
}
