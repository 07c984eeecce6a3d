// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.versions;

import hangproof.machine.Ids;
import hangproof.machine.Machine;
import hangproof.model.block.BlkMq;
import hangproof.model.block.RequestQueue;

/** A refused request goes behind those that were to follow it. No kernel was like that. */
public final class RefusedGoesBehind extends BlkMq {
  public RefusedGoesBehind(Machine machine) {
    super(machine);
  }

  @Override
  protected int blk_mq_handle_dev_resource(RequestQueue q, int rq, int list) {
    __blk_mq_requeue_request(rq);
    return Ids.addTail(list, rq, q.list_bits());
  }
}
