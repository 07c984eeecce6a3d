// SPDX-License-Identifier: MIT
package hangproof.engine.trace;

/**
 * A function of the port that was running, in Java and, if it is ported, in C.
 *
 * @param function its name, which is the kernel's
 * @param javaFile file name
 * @param javaLine line that was executed
 * @param kernelVersion release the function was ported from, null if it is not a port
 * @param kernelFile the C file
 * @param kernelLine where the C function begins
 */
public record Frame(
    String function,
    String javaFile,
    int javaLine,
    String kernelVersion,
    String kernelFile,
    int kernelLine) {}
