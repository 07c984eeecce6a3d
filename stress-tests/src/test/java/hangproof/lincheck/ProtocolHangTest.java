// SPDX-License-Identifier: GPL-2.0-only
package hangproof.lincheck;

import static hangproof.lincheck.Sampled.atMost;
import static hangproof.lincheck.Sampled.mustFind;
import static hangproof.lincheck.Sampled.mustNotFind;

import hangproof.cases.restarts.RestartsProgram.Version;
import hangproof.hardware.Device;
import hangproof.model.scsi.restarts.Draft;
import hangproof.model.scsi.restarts.V4;
import java.io.IOException;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Does a completion that takes the count of refusals back after it ran the queue drop a refusal
 * that came meanwhile? The race of hangproof.jcstress.DroppedRun, with its two threads.
 */
@Tag("lincheck")
final class ProtocolHangTest {
  private static final String HANG = "IO hang";
  private static final int INVOCATIONS = 250;

  @Test
  void theDraftHangs() throws IOException {
    mustFind(
            "restarts-draft",
            HANG,
            () -> Lincheck.runConcurrentTest(atMost(INVOCATIONS), () -> race(Draft::new)))
        .hasMessageContaining(HANG);
  }

  /** A sample, not a proof: the proof is the case restarts/v4. */
  @Test
  void noHangOfVersion4InTheSample() throws IOException {
    mustNotFind(
        "restarts-v4",
        HANG,
        INVOCATIONS,
        () -> Lincheck.runConcurrentTest(atMost(INVOCATIONS), () -> race(V4::new)));
  }

  private static void race(Version version) {
    Sampled.countInvocation();
    Device device = Device.refusedOnce(version);
    Thread interrupt = new Thread(device::interrupt);
    interrupt.start();
    device.everybody_else();
    try {
      interrupt.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    if (device.hangs()) {
      throw new IllegalStateException(HANG);
    }
  }
}
