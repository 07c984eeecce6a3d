// SPDX-License-Identifier: GPL-2.0-only
package hangproof.cases.reports;

import static hangproof.engine.cases.Expectation.never;
import static hangproof.engine.cases.Expectation.sometimes;

import hangproof.engine.cases.Case;
import hangproof.engine.explorer.Violation;
import hangproof.model.lib.sbitmap.SbitmapV59;
import hangproof.model.lib.sbitmap.SbitmapV618;
import hangproof.model.lib.sbitmap.SbitmapV66;
import java.util.List;

/**
 * All tags were freed, which only {@code cleared} says so far. One submitter moves them into the
 * word; the other, which saw the word full, finds {@code cleared} empty and sleeps. The first takes
 * a tag and frees it, but one free is no batch.
 *
 * <p>b18-locked: the report names the commit that dropped the lock (661d4f55a794), but the code
 * before it hangs the same way, in as many steps: the word is looked at before the lock is taken.
 * It is the second look at the word that mends it. Under LKMM: as under TSO.
 */
final class B18Cleared {
  private B18Cleared() {}

  static List<Case> all() {
    return List.of(
        of("b18-broken", SbitmapV66::new)
            .versions("v5.11 to v6.10")
            .expect(sometimes(Violation.IO_HANG)),
        of("b18-locked", SbitmapV59::new)
            .versions("v5.0 to v5.10")
            .expect(sometimes(Violation.IO_HANG)),
        of("b18-fixed", SbitmapV618::new).versions("v6.11 and later").expect(never()));
  }

  private static Case of(String name, TagsProgram.Version version) {
    return TagsProgram.sized(
        Case.of("reports/" + name, "a tag that is free is found, or its taker wakes the sleeper")
            .subsystem("tags")
            .report("20240716082644.659566-1-yang.yang@vivo.com")
            .limits("two tags, a batch of two, one wait queue; nothing else ends meanwhile"),
        version,
        2,
        2,
        2,
        1,
        1);
  }
}
