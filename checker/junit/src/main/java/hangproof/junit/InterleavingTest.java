// SPDX-License-Identifier: MIT
package hangproof.junit;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Case;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that tries every interleaving of a case: one invocation for each memory model.
 *
 * <pre>{@code
 * @InterleavingTest("restarts/v4")
 * void v4WakesTheQueue() {}
 *
 * @InterleavingTest(from = MyCase.class, models = MemoryModel.SC, bounds = "submitters=3")
 * void myPatchWakesTheQueue(Outcome outcome) {
 *   assertThat(outcome.result().stallStates()).isZero();
 * }
 * }</pre>
 *
 * <p>The body runs after the search and may take the {@link hangproof.engine.cases.Outcome}. Then
 * the outcome is compared with what is expected; a failure's message is the race report. {@code
 * Unknown} is a failure, and so is a name that no case has. The race report is attached to the test
 * whether it was expected or not.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Tag("interleaving")
@TestTemplate
@ExtendWith(InterleavingExtension.class)
public @interface InterleavingTest {
  /**
   * Cases or families on the class path; all of them if neither these nor {@link #from} are given.
   */
  String[] value() default {};

  /** Makers of cases, each with a constructor without parameters. */
  Class<? extends Supplier<Case>>[] from() default {};

  /** The memory models; by default all that a case says something about. */
  MemoryModel[] models() default {};

  /** What differs from the usual bounds, such as {@code submitters=3}. */
  String[] bounds() default {};

  /** Time for each search, such as {@code 90s}. */
  String budget() default "10m";

  /** What is expected instead of what the case says. */
  Expected expect() default Expected.AS_DECLARED;
}
