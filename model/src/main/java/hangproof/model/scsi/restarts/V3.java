// SPDX-License-Identifier: GPL-2.0-only
package hangproof.model.scsi.restarts;

import hangproof.machine.Machine;
import hangproof.model.block.BlkMq;
import hangproof.model.block.BlkMqSched;
import hangproof.model.scsi.Bounds;
import hangproof.model.scsi.HostTemplate;
import java.util.function.Function;

/**
 * Version 3 (21 November 2019, 20191121032634.32650-1-ming.lei@redhat.com): version 1 with one
 * smp_mb() between setting the flag and the look at device_busy.
 */
public class V3 extends V1 {
  public V3(Machine machine, Bounds bounds, HostTemplate hostt) {
    super(machine, bounds, hostt);
  }

  protected V3(
      Machine machine,
      Bounds bounds,
      HostTemplate hostt,
      Function<BlkMq, ? extends BlkMqSched> sched) {
    super(machine, bounds, hostt, sched);
  }

  @Override
  protected void order_restart_before_device_busy() {
    smp_mb();
  }
}
