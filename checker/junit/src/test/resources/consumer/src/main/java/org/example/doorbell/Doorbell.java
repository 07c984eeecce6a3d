// SPDX-License-Identifier: MIT
package org.example.doorbell;

import hangproof.machine.Atomic;
import hangproof.machine.Machine;
import hangproof.machine.Port;
import hangproof.machine.Work;
import hangproof.machine.Word;

/** A ring of one slot: the producer rings unless the consumer says that it is awake. */
public class Doorbell extends Port {
  private final Word slot;
  private final Word awake;
  private final Work bell;

  /** Counted by the harness. */
  final Atomic consumed;

  public Doorbell(Machine machine) {
    super(machine);
    this.slot = machine.word("slot", 0, 0, 1);
    this.awake = machine.word("awake", 1, 0, 1);
    this.bell = machine.work("bell");
    this.consumed = machine.ghost("consumed", 2);
  }

  /** Fills the slot, and rings if nobody is awake to look. */
  public void produce() {
    WRITE_ONCE(slot, 1);
    barrier();
    if (READ_ONCE(awake) == 0) {
      queue_work(bell);
    }
  }

  /** Consumes what there is, says that it goes to sleep, and looks once more. */
  public void consume() {
    WRITE_ONCE(awake, 0);
    barrier();
    if (READ_ONCE(slot) != 0) {
      atomic_inc(consumed);
    }
  }

  /** Waits for the bell. */
  public void answer() {
    take_work(bell);
    if (READ_ONCE(slot) != 0) {
      atomic_inc(consumed);
    }
  }

  /** What keeps the store before it and the load after it in order. */
  protected void barrier() {
    smp_mb();
  }
}
