// SPDX-License-Identifier: MIT
package hangproof.engine.explorer;

import hangproof.engine.MemoryModel;
import hangproof.engine.automaton.CompiledProgram;
import hangproof.engine.automaton.Reduction;
import hangproof.engine.cases.Case;
import hangproof.engine.cases.Cases;
import java.util.BitSet;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a search does most, each by itself, on states drawn from a whole search; the figures are for
 * one state.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class HotPaths {
  private static final int SAMPLE = 1 << 16;

  @Param({"restarts-reduced/v4"})
  public String of;

  @Param({"4"})
  public int submitters;

  @Param({"1"})
  public int completers;

  private Workers workers;
  private Search search;
  private Stepper stepper;
  private int words;
  private long[] states;
  private long[] hashes;
  private ExactSet empty;

  public HotPaths() {}

  @Setup
  public void search() {
    Case c = Cases.load().find(of);
    var bounds = c.bounds(Map.of("submitters", submitters, "completers", completers));
    CompiledProgram program =
        CompiledProgram.of(m -> c.build(m, bounds), MemoryModel.SC, Reduction.all());
    Layout layout = new Layout(program);
    workers = new Workers(1);
    search =
        new Search(
            program, new BitSet(), layout, workers, Limits.defaults(), Progress.SILENT, null, null);
    search.run();
    stepper = new Stepper(program, layout, true);
    words = layout.words();
    draw(new Random(1));
  }

  private void draw(Random random) {
    states = new long[SAMPLE * words];
    hashes = new long[SAMPLE];
    StateReader reader = new StateReader();
    for (int i = 0; i < SAMPLE; i++) {
      StateSet part = search.parts[random.nextInt(Search.PARTS)];
      part.seek(reader, random.nextInt(part.size()));
      System.arraycopy(reader.states, reader.offset, states, i * words, words);
      hashes[i] = StateSet.hash(states, i * words, words);
    }
  }

  @Setup(Level.Invocation)
  public void anew() {
    empty = new ExactSet(words, 0.6f);
  }

  @TearDown
  public void close() {
    workers.close();
  }

  /** All steps out of a state. */
  @Benchmark
  @OperationsPerInvocation(SAMPLE)
  public long next() {
    long steps = 0;
    for (int i = 0; i < SAMPLE; i++) {
      stepper.start(states, i * words);
      while (stepper.next()) {
        steps += stepper.state[0];
      }
    }
    return steps;
  }

  /** Looking a state up among all of them. */
  @Benchmark
  @OperationsPerInvocation(SAMPLE)
  public long find() {
    long sum = 0;
    for (int i = 0; i < SAMPLE; i++) {
      sum += search.parts[Search.partOf(hashes[i])].find(states, i * words, hashes[i]);
    }
    return sum;
  }

  /** Adding a state, most of them new, to a set that grows. */
  @Benchmark
  @OperationsPerInvocation(SAMPLE)
  public long add() {
    for (int i = 0; i < SAMPLE; i++) {
      empty.add(states, i * words, hashes[i], 0);
    }
    return empty.size();
  }

  /** The hash of a state. */
  @Benchmark
  @OperationsPerInvocation(SAMPLE)
  public long hash() {
    long sum = 0;
    for (int i = 0; i < SAMPLE; i++) {
      sum += StateSet.hash(states, i * words, words);
    }
    return sum;
  }
}
