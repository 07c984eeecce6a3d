// SPDX-License-Identifier: MIT
package hangproof.junit;

import static org.junit.jupiter.api.Assertions.fail;

import hangproof.engine.MemoryModel;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Outcome;
import hangproof.engine.fixtures.FixtureCases;
import java.util.function.Supplier;

/** Test classes that {@link InterleavingTestTest} runs; no names that the build would run. */
final class Subjects {
  private Subjects() {}

  static final class Good {
    @InterleavingTest("wakeup")
    void family() {}

    @InterleavingTest(value = FixtureCases.LOST, bounds = "wakers=2", expect = Expected.IO_HANG)
    void otherBounds(Outcome outcome) {
      if (outcome.bounds().get("wakers") != 2) {
        fail("the bounds are not set");
      }
    }
  }

  static final class All {
    @InterleavingTest
    void all() {}
  }

  static final class Unexpected {
    @InterleavingTest(value = FixtureCases.LOST, models = MemoryModel.SC, expect = Expected.NEVER)
    void unexpected() {}
  }

  static final class OtherBounds {
    @InterleavingTest(value = FixtureCases.LOST, models = MemoryModel.SC, bounds = "wakers=2")
    void nothingIsExpected() {}
  }

  static final class Missed {
    @InterleavingTest(value = FixtureCases.BARRIER, expect = Expected.IO_HANG)
    void missed() {}
  }

  static final class OutOfTime {
    @InterleavingTest(
        value = FixtureCases.LARGE,
        bounds = {"roles=6", "turns=20"},
        budget = "1ms")
    void unknown() {}
  }

  static final class NoCase {
    @InterleavingTest("wakeup/look-first")
    void none() {}
  }

  static final class NoModel {
    @InterleavingTest(value = FixtureCases.LARGE, models = MemoryModel.TSO)
    void none() {}
  }

  static final class BadBounds {
    @InterleavingTest(value = FixtureCases.LOST, bounds = "wakers=9")
    void none() {}
  }

  static final class BodyFails {
    @InterleavingTest(value = FixtureCases.LOST, models = MemoryModel.SC, expect = Expected.NEVER)
    void both(Outcome outcome) {
      fail("the body's own: " + outcome.result().verdict());
    }
  }

  /** Makes a case of its own. */
  static final class Maker implements Supplier<Case> {
    @Override
    public Case get() {
      return FixtureCases.all().find(FixtureCases.UNEXPECTED);
    }
  }

  static final class Own {
    @InterleavingTest(from = Maker.class, models = MemoryModel.SC)
    void own() {}
  }
}
