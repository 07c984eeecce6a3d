// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import static hangproof.engine.cases.Expectation.never;
import static hangproof.engine.cases.Expectation.sometimes;

import hangproof.engine.cases.Case;
import hangproof.engine.explorer.Violation;
import hangproof.machine.Atomic;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.Program;
import hangproof.machine.Role;
import hangproof.model.block.qos.BlkRqQos;
import hangproof.model.block.qos.BlkRqQosV514;
import hangproof.model.block.qos.BlkRqQosV52;
import hangproof.model.block.qos.BlkRqQosV59;
import hangproof.model.block.qos.BlkRqQosV618;
import java.util.List;

/**
 * Writeback throttling. C01: a waiter finds others asleep and leaves it to a waker, but queues
 * itself when the last of them has been woken and is done. C02, which is how the fix of C01 hangs:
 * two waiters queue themselves when nothing is in flight any more, each sees the other, and both
 * leave it to a waker.
 *
 * <p>Under LKMM: as under TSO, if the barriers around got_token are right.
 */
final class C01Throttle extends Port {
  private static final int LIMIT = 1;

  private final BlkRqQos qos;
  private final Atomic done;

  private C01Throttle(Machine machine, Version version, int submitters) {
    super(machine);
    qos = version.create(machine, submitters, LIMIT);
    done = machine.ghost("done", submitters);
  }

  @FunctionalInterface
  private interface Version {
    BlkRqQos create(Machine machine, int waiters, int limit);
  }

  static List<Case> all() {
    return List.of(
        of("c01-broken", BlkRqQosV52::new)
            .report("20190716201929.79142-3-josef@toxicpanda.com")
            .versions("v5.0 to v5.2")
            .expect(sometimes(Violation.IO_HANG)),
        of("c02-broken", BlkRqQosV59::new)
            .report("20210607112613.25344-1-jack@suse.cz")
            .versions("v5.3 to v5.13, which have the fix of c01")
            .expect(sometimes(Violation.IO_HANG)),
        of("c02-fixed", BlkRqQosV514::new)
            .report("20210607112613.25344-1-jack@suse.cz")
            .versions("v5.14 and later")
            .expect(never()),
        of("c02-v6-18", BlkRqQosV618::new)
            .report("20210607112613.25344-1-jack@suse.cz")
            .versions("v6.18")
            .expect(never()));
  }

  private static Case of(String name, Version version) {
    return Case.of("reports/" + name, "whoever is throttled is let through in the end")
        .subsystem("rq-qos")
        .limits("one request in flight at a time; no other reason to wake anybody")
        .parameter("submitters", 3, 1, 5)
        .program(
            (machine, bounds) ->
                new C01Throttle(machine, version, bounds.get("submitters")).program());
  }

  private Program program() {
    Program program = new Program(machine);
    for (int i = 0; i < qos.data.size(); i++) {
      BlkRqQos.Data me = qos.data.get(i);
      program.role("submit" + (i + 1), turn -> submit(me));
    }
    return program
        .completion("every request was done", memory -> memory.get(done) == qos.data.size())
        .returned("nothing is in flight", memory -> memory.get(qos.rqw.inflight) == 0);
  }

  /** Waits for its turn, issues its request, and ends it. */
  private int submit(BlkRqQos.Data me) {
    call(
        () -> {
          qos.rq_qos_wait(me);
          return 0;
        });
    qos.wbt_rqw_done();
    atomic_inc(done);
    return Role.END;
  }
}
