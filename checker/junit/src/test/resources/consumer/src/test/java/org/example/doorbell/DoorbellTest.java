// SPDX-License-Identifier: MIT
package org.example.doorbell;

import static org.junit.jupiter.api.Assertions.assertTrue;

import hangproof.engine.cases.Outcome;
import hangproof.junit.InterleavingTest;

class DoorbellTest {
  @InterleavingTest("doorbell")
  void everyCase(Outcome outcome) {
    assertTrue(outcome.testCase().name().startsWith("doorbell/"));
  }
}
