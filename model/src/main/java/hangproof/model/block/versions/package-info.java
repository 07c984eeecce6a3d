// SPDX-License-Identifier: GPL-2.0-only
/** The block layer of kernels other than v5.10, each as what differs from it. */
package hangproof.model.block.versions;
