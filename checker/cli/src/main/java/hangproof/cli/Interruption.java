// SPDX-License-Identifier: MIT
package hangproof.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Makes Ctrl-C end a search in good order: the search is interrupted, its verdict is Unknown, and
 * the process waits until that is printed and ends with the command's own exit code.
 */
final class Interruption {
  /** A command that has not come to its end by then is ended without. */
  private static final long PATIENCE_SECONDS = 20;

  private final Thread command = Thread.currentThread();
  private final CountDownLatch finished = new CountDownLatch(1);
  private final Thread hook = new Thread(this::shutDown, "hangproof-interruption");
  private volatile int code = ExitCode.INTERNAL;

  private Interruption() {}

  /** Watches over the command that the calling thread is about to run. */
  static Interruption install() {
    Interruption interruption = new Interruption();
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  /** The command is over: ends the process with its code. */
  void exit(int commandCode) {
    code = commandCode;
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is being shut down, and the hook waits for us.
      finished.countDown();
      return;
    }
    System.exit(commandCode);
  }

  private void shutDown() {
    command.interrupt();
    try {
      if (finished.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        Runtime.getRuntime().halt(code);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
