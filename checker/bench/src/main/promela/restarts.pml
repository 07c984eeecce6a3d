// SPDX-License-Identifier: MIT

/*
 * Who runs a SCSI queue again after it was refused a budget: the reduced port of the model
 * module (hangproof.model.reduced), access by access, for SPIN.
 *
 * One statement is one access, as the explorer sees it under sequential consistency: what an access
 * returned is kept in the place of the program where it is possible, so that no local variable
 * makes states differ that behave alike. A ghost write is part of the access before it. So it has as many states as
 * the explorer finds without symmetry and movers, and two more for each terminal one (the judge's).
 *
 * Parameters: -DSUBMITTERS -DREQUESTS (of each submitter) -DCOMPLETERS -DDEPTH, and -DDRAFT for
 * the version that runs the queue before it clears restarts.
 */

#ifndef SUBMITTERS
#define SUBMITTERS 2
#endif
#ifndef REQUESTS
#define REQUESTS 1
#endif
#ifndef COMPLETERS
#define COMPLETERS 2
#endif
#ifndef DEPTH
#define DEPTH 1
#endif

#define ALL (SUBMITTERS * REQUESTS)

byte device_busy;
byte restarts;
byte sw_queue;
byte in_flight;
byte completed;
bool queued; /* run_work */

/* mod_delayed_work(run_work, 0) */
inline run_delayed() {
  queued = true
}

/*
 * blk_mq_do_dispatch_ctx: back to `round`, which stands before it, for the next request. (A `do`
 * would be entered by a place of its own.)
 */
inline dispatch() {
  if
  :: sw_queue == 0 /* blk_mq_hctx_has_pending */
  :: sw_queue != 0 ->
    if /* scsi_dev_queue_ready: increments first, checks then */
    :: d_step { device_busy < DEPTH -> device_busy++ };
      if
      :: d_step { sw_queue > 0 -> sw_queue-- };
        d_step { in_flight++; assert(in_flight <= DEPTH) };
        goto round
      :: sw_queue == 0 ->
        device_busy--;
        goto kick
      fi
    :: d_step { device_busy >= DEPTH -> device_busy++ };
      device_busy--;
      restarts++;
      if
      :: device_busy == 0 ->
kick:
        run_delayed()
      :: device_busy != 0
      fi
    fi
  fi
}

/* blk_mq_run_hw_queues(q, true) */
inline run_hw_queues() {
  if
  :: sw_queue != 0 -> run_delayed()
  :: sw_queue == 0
  fi
}

active [SUBMITTERS] proctype submit() {
  byte submitted;
end:
  do
  :: d_step { submitted < REQUESTS -> submitted++; sw_queue++ };
round:
    dispatch()
  od
}

active [COMPLETERS] proctype irq() {
  byte old;
end:
  do
  :: d_step { in_flight > 0 -> in_flight-- };
    d_step { device_busy--; completed++ };
    /* scsi_run_queue_async */
    if
    :: restarts == 0
    :: d_step { restarts != 0 -> old = restarts };
#ifdef DRAFT
      run_hw_queues();
      if
      :: d_step { restarts == old -> restarts = 0; old = 0 }
      :: d_step { restarts != old -> old = 0 }
      fi
#else
      if
      :: d_step { restarts == old -> restarts = 0; old = 0 };
        run_hw_queues()
      :: d_step { restarts != old -> old = 0 }
      fi
#endif
    fi
  od
}

active proctype kworker() {
end:
  do
  :: d_step { queued -> queued = false };
round:
    dispatch()
  od
}

/* Nothing else can move: then every request is done, and every budget is given back. */
active proctype judge() {
end:
  timeout;
  assert(completed == ALL && device_busy == 0);
end_judged:
  false
}
