// SPDX-License-Identifier: MIT

/** Whether what was ported is still what a kernel tree has. */
package hangproof.engine.drift;
