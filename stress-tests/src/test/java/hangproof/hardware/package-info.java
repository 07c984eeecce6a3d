// SPDX-License-Identifier: GPL-2.0-only
/**
 * What the JCStress and Lincheck tests share: scenes on the hardware machine, the runner that the
 * build starts, the judge, and the summary that becomes results/hardware.json.
 */
package hangproof.hardware;
