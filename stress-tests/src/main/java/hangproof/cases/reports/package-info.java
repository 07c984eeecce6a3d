// SPDX-License-Identifier: GPL-2.0-only
/** Public reports of hangs, each with the code that hangs and the code that was fixed. */
package hangproof.cases.reports;
