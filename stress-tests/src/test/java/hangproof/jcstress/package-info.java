// SPDX-License-Identifier: GPL-2.0-only
/**
 * The ports on the processor: JCStress tests of two actors each, so that two processors are enough.
 *
 * <p>{@code mvn verify} runs and judges them, in about 90 seconds. One alone, and for longer:
 *
 * <pre>{@code
 * mvn verify -Dhangproof.jcstress.tests=DroppedRun -Dhangproof.jcstress.time=10000
 * }</pre>
 *
 * <p>What they show is results/hardware.json, for the processor that it names. They sample: what is
 * not seen is not proved, and a processor other than this one may show it.
 */
package hangproof.jcstress;
