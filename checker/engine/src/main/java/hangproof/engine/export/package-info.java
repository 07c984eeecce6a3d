// SPDX-License-Identifier: MIT

/** What was found, in the languages of other tools. */
package hangproof.engine.export;
