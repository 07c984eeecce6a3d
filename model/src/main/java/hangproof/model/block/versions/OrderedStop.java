// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.block.versions;

import hangproof.machine.KernelSource;
import hangproof.machine.Machine;
import hangproof.model.block.BlkMqHwCtx;

/** With 1936f2e69812 (v6.13) as well: STOPPED is ordered against the lists, on its slow paths. */
public final class OrderedStop extends RunAfterInsert {
  public OrderedStop(Machine machine) {
    super(machine);
  }

  /** Nothing is left out. */
  @Override
  @KernelSource(
      version = "v6.18",
      file = "block/blk-mq.h",
      line = 239,
      sha256 = "82290be0d5a527e94423eadb3feac83c98b8b7c21e81360ab8dedf2b9b084d96")
  protected boolean blk_mq_hctx_stopped(BlkMqHwCtx hctx) {
    if (!test_bit(BlkMqHwCtx.BLK_MQ_S_STOPPED, hctx.state)) {
      return false;
    }
    smp_mb();
    return test_bit(BlkMqHwCtx.BLK_MQ_S_STOPPED, hctx.state);
  }

  /** Nothing is left out. */
  @Override
  @KernelSource(
      version = "v6.18",
      file = "block/blk-mq.c",
      line = 2512,
      sha256 = "382baad3b3398378358effe6577c20538ee8dcebf8bf8a318f666dc8e799b133")
  public void blk_mq_start_stopped_hw_queue(BlkMqHwCtx hctx, boolean async) {
    if (!blk_mq_hctx_stopped(hctx)) {
      return;
    }
    clear_bit(BlkMqHwCtx.BLK_MQ_S_STOPPED, hctx.state);
    smp_mb__after_atomic();
    blk_mq_run_hw_queue(hctx, async);
  }
}
