// SPDX-License-Identifier: MIT
package hangproof.machine;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Binds a ported method to the C function that it follows. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface KernelSource {
  /** The kernel release the port was made from, such as {@code v5.10}. */
  String version();

  /** The C file, from the root of the kernel tree. */
  String file();

  /** The C function; by default the method's own name. */
  String function() default "";

  /** The line on which the function begins in that file. */
  int line();

  /** SHA-256 of the function's text without comments and white space; empty if not recorded. */
  String sha256() default "";
}
