// SPDX-License-Identifier: GPL-2.0-only
/** drivers/block/virtio_blk.c: a driver that stops its queue when its ring is full. */
package hangproof.model.virtio;
