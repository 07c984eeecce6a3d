// SPDX-License-Identifier: MIT
package hangproof.junit;

import hangproof.engine.MemoryModel;
import hangproof.engine.automaton.Reduction;
import hangproof.engine.cases.Bounds;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Checker;
import hangproof.engine.cases.Expectation;
import hangproof.engine.cases.Outcome;
import hangproof.engine.cases.RecordedCounts;
import hangproof.engine.explorer.Limits;
import hangproof.engine.explorer.Progress;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;

/** One case under one model at some bounds: searches, runs the body, and judges. */
final class CaseInvocation
    implements TestTemplateInvocationContext, InvocationInterceptor, ParameterResolver {
  private final Case testCase;
  private final MemoryModel model;
  private final Bounds bounds;
  private final Duration budget;
  private final Expected expected;
  private final RecordedCounts recorded;
  private Outcome outcome;

  CaseInvocation(
      Case testCase,
      MemoryModel model,
      Bounds bounds,
      Duration budget,
      Expected expected,
      RecordedCounts recorded) {
    this.testCase = testCase;
    this.model = model;
    this.bounds = bounds;
    this.budget = budget;
    this.expected = expected;
    this.recorded = recorded;
  }

  @Override
  public String getDisplayName(int invocationIndex) {
    String where = bounds.equals(testCase.usualBounds()) ? "" : " at " + bounds;
    Expectation expectation = expected.or(testCase.expected(model, bounds));
    String verdict = expectation == null ? "no violation" : expectation.toString();
    return testCase.name() + " under " + model.title() + where + ": " + verdict;
  }

  @Override
  public List<Extension> getAdditionalExtensions() {
    return List.of(this);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Outcome.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return outcome();
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> body,
      ReflectiveInvocationContext<Method> invocation,
      ExtensionContext context)
      throws Throwable {
    Verdicts verdict = new Verdicts(outcome());
    verdict.attachReport(context);
    try {
      body.proceed();
    } catch (Throwable e) {
      verdict.failure().ifPresent(e::addSuppressed);
      throw e;
    }
    if (verdict.failure().isPresent()) {
      throw verdict.failure().get();
    }
  }

  /** Searches, once. */
  private Outcome outcome() {
    if (outcome == null) {
      Limits limits = Limits.defaults().withTime(budget);
      Outcome o =
          new Checker(limits, Progress.SILENT, Reduction.all(), recorded)
              .check(testCase, model, bounds);
      outcome =
          new Outcome(
              o.testCase(),
              o.model(),
              o.bounds(),
              expected.or(o.expected()),
              o.recorded(),
              o.result());
    }
    return outcome;
  }
}
