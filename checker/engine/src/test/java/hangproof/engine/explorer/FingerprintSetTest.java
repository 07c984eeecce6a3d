// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FingerprintSetTest {
  @TempDir private Path dir;

  /** The same calls of both kinds of sets give the same answers, blocks on disk included. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void answersAsAnExactSetDoes(int words) {
    try (Spill spill = new Spill(dir)) {
      StateSet exact = new ExactSet(words, 0.6f);
      StateSet set = new FingerprintSet(words, 0.6f, spill);
      StateReader one = new StateReader();
      StateReader other = new StateReader();
      Random random = new Random(words);
      long[] state = new long[words + 1];
      for (int i = 0; i < 6 * FingerprintSet.BLOCK; i++) {
        for (int w = 1; w <= words; w++) {
          state[w] = random.nextInt(w == 1 ? 3 * FingerprintSet.BLOCK : 3);
        }
        long hash = StateSet.hash(state, 1, words);
        assertThat(set.find(state, 1, hash)).isEqualTo(exact.find(state, 1, hash));
        assertThat(set.add(state, 1, hash, i)).isEqualTo(exact.add(state, 1, hash, i));
      }
      assertThat(set.size()).isEqualTo(exact.size()).isGreaterThan(2 * FingerprintSet.BLOCK);
      for (int i = 0; i < exact.size(); i++) {
        int at = random.nextInt(exact.size());
        exact.seek(one, at);
        set.seek(other, at);
        for (int w = 0; w < words; w++) {
          assertThat(other.states[other.offset + w]).isEqualTo(one.states[one.offset + w]);
        }
        assertThat(set.parent(at)).isEqualTo(exact.parent(at));
      }
    }
  }

  @Test
  void everyBitOfAStateChangesItsFingerprint() {
    long[] state = {3, 0, -1};
    Set<Long> seen = new HashSet<>();
    seen.add(FingerprintSet.fingerprint(state, 0, 3));
    for (int bit = 0; bit < 3 * Long.SIZE; bit++) {
      state[bit / Long.SIZE] ^= 1L << bit;
      assertThat(seen.add(FingerprintSet.fingerprint(state, 0, 3))).as("bit %s", bit).isTrue();
      state[bit / Long.SIZE] ^= 1L << bit;
    }
  }

  /** 16 bits of it collide as often as 16 random bits do. */
  @Test
  void itsBitsAreAsGoodAsRandom() {
    for (int shift = 0; shift < Long.SIZE; shift += 16) {
      Set<Long> seen = new HashSet<>();
      int n = 1 << 14;
      for (int i = 0; i < n; i++) {
        long[] near = {i & 0x7f, (long) (i >> 7) << 40};
        seen.add((FingerprintSet.fingerprint(near, 0, 2) >>> shift) & 0xffff);
      }
      double expected = (1 << 16) * (1 - Math.exp(-(double) n / (1 << 16)));
      assertThat((double) seen.size()).isCloseTo(expected, within(expected / 50));
    }
  }

  @Test
  void omissionIsBoundedByThePairs() {
    assertThat(FingerprintSet.omissionProbability(1L << 29, 2)).isEqualTo(Math.pow(2, -20));
    assertThat(FingerprintSet.omissionProbability(1L << 29, 1)).as("its own key").isZero();
    assertThat(FingerprintSet.omissionProbability(1L << 50, 2)).isEqualTo(1);
  }

  @Test
  void saysWhereNoStatesCanBeKept() throws java.io.IOException {
    Path file = Files.createFile(dir.resolve("file"));
    assertThatThrownBy(() -> new Spill(file).close())
        .isInstanceOf(Spill.Failure.class)
        .hasMessageContaining(file.toString());
  }
}
