// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.megaraid;

import static hangproof.engine.cases.Expectation.never;
import static hangproof.engine.cases.Expectation.sometimes;

import hangproof.engine.cases.Case;
import hangproof.engine.explorer.Violation;
import hangproof.machine.Machine;
import hangproof.model.block.hotplug.HostTags;
import hangproof.model.block.hotplug.HostTags.Version;
import hangproof.model.block.hotplug.HostTagsRecheck;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Reply queues of megaraid, private to the driver or as hardware queues with one tag space, while a
 * CPU goes away.
 *
 * <p>A reply queue's vector belongs to its CPU and is shut down with it. If the queue is private,
 * blk-mq knows nothing of it and waits for nobody. As a hardware queue it is drained first; but the
 * drain knows a request by its {@code mq_hctx}, which is set after the tag is taken and INACTIVE
 * was looked at. In between a request that was another hardware queue's, or nobody's, is
 * overlooked. In v5.19 all hardware queues of a host have one set of requests, so that most were
 * another's, and tags that are taken in batches are not checked against INACTIVE at all. It takes a
 * task that is preempted there while the drain looks (a candidate; kernel preemption is needed),
 * and a reply that comes when the vector is gone.
 */
public final class ReplyQueueCases {
  private static final int NOBODY = -1;
  private static final int OTHER = 0;
  private static final int OWN = 1;
  private static final String UNANSWERED = "no reply is lost when a vector's CPU goes away";
  private static final String DRAINED = "nor is one if hardware queues are drained first";

  private ReplyQueueCases() {}

  /** Makes the block layer's side. */
  @FunctionalInterface
  interface BlockLayer {
    HostTags on(Machine machine, Version v, int requests, int last_hctx, IntConsumer complete);
  }

  public static List<Case> all() {
    Version drained = new Version(2, true, false, false, false);
    Version softirq = new Version(2, true, false, false, true);
    Version shared = new Version(2, true, true, false, false);
    Version batch = new Version(2, true, true, true, false);
    return List.of(
        stays("own-queue", drained, true)
            .versions("with host_tagset, blk-mq as in v5.10")
            .expect(never()),
        stays("own-queue-softirq", softirq, true)
            .versions("the same with completion in softirq context, as proposed in 2019")
            .expect(never()),
        stays("own-queue-reply-map", drained, false)
            .versions("no kernel: hardware queues, but reply_map of the CPU that issues")
            .expect(sometimes(Violation.INVARIANT)),
        goes("private", UNANSWERED, new Version(1, true, true, false, true), OTHER, HostTags::new)
            .versions("v5.9, and v6.18 with host_tagset_enable=0")
            .expect(sometimes(Violation.IO_HANG)),
        goes("undrained", UNANSWERED, new Version(2, false, false, false, false), OWN)
            .versions("no kernel: host_tagset with blk-mq before bf0beec0607d")
            .expect(sometimes(Violation.IO_HANG)),
        goes("host-tags", DRAINED, drained, OWN)
            .versions("with host_tagset, blk-mq as in v5.10, requests that were used before")
            .expect(never()),
        goes("host-tags-softirq", DRAINED, softirq, OWN)
            .versions("the same with completion in softirq context, as proposed in 2019")
            .expect(never()),
        goes("host-tags-fresh", DRAINED, drained, NOBODY)
            .versions("with host_tagset, blk-mq as in v5.10, requests that were not used before")
            .expect(sometimes(Violation.IO_HANG)),
        goes("host-tags-shared", DRAINED, shared, OTHER)
            .versions("with host_tagset, v5.19 to v6.18")
            .expect(sometimes(Violation.IO_HANG)),
        goes("host-tags-batch", DRAINED, batch, OWN)
            .versions("with host_tagset, v5.19 to v6.18, tags in batches")
            .expect(sometimes(Violation.IO_HANG)),
        goes("host-tags-recheck", DRAINED, shared, OTHER, HostTagsRecheck::new)
            .versions("no kernel: INACTIVE is looked at once mq_hctx is set")
            .expect(never()),
        goes("host-tags-batch-recheck", DRAINED, batch, OTHER, HostTagsRecheck::new)
            .versions("no kernel: the same for tags in batches")
            .expect(never()));
  }

  private static Case stays(String name, Version version, boolean by_hwq) {
    return of(name, "a reply gets to its own queue, whatever CPU issues the command")
        .program(
            (machine, bounds) ->
                new ReplyQueueProgram(
                        machine, version, bounds.get("requests"), OWN, HostTags::new, by_hwq, false)
                    .program());
  }

  private static Case goes(String name, String claim, Version version, int last_hctx) {
    return goes(name, claim, version, last_hctx, HostTags::new);
  }

  private static Case goes(
      String name, String claim, Version version, int last_hctx, BlockLayer blk) {
    boolean by_hwq = version.nr_hw_queues() > 1;
    return of(name, claim)
        .program(
            (machine, bounds) ->
                new ReplyQueueProgram(
                        machine, version, bounds.get("requests"), last_hctx, blk, by_hwq, true)
                    .program());
  }

  private static Case of(String name, String claim) {
    return Case.of("megaraid/" + name, claim)
        .subsystem("megaraid")
        .report("20190602074757.GA31572@ming.t460p")
        .limits(
            "two CPUs, one of which may go away; a task may issue from another CPU than it"
                + " allocated on, as a plug may; replies are not polled; no timeouts, which would"
                + " find a lost one")
        .parameter("requests", 2, 1, 2);
  }
}
