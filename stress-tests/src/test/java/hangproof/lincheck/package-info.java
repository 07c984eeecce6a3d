// SPDX-License-Identifier: GPL-2.0-only
/**
 * The ports under Lincheck's scheduler, on the hardware machine: what is linearizable, what is not,
 * and the draft's hang. Samples of sequentially consistent interleavings, never proofs.
 *
 * <p>Tests with the tag {@code lincheck} run in a JVM of their own, with 20 times the invocations
 * under {@code mvn verify -Plong}.
 */
package hangproof.lincheck;
