// SPDX-License-Identifier: MIT

/** Which barriers and orderings of a case are needed. */
package hangproof.engine.audit;
