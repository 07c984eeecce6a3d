// SPDX-License-Identifier: GPL-2.0-only
package hangproof.hardware;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An outcome that a JCStress test has to come to, or the build fails. JCStress itself is content
 * with an interesting outcome that never came, and so with a test that tests nothing.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface MustShow {
  /** The outcome, as {@code Outcome.id} has it. */
  String value();

  /** Whether it is too rare to be asked for in a run of the ordinary length. */
  boolean onlyWhenLong() default false;
}
