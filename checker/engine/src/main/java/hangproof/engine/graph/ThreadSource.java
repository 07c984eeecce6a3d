// SPDX-License-Identifier: MIT
package hangproof.engine.graph;

/** Where the threads of a search come from: the roles of a port, or a litmus test. */
interface ThreadSource {
  int threads();

  /** The first step of a thread. Threads that are alike may share it. */
  Step start(int thread);

  /** The initial value of each location. */
  int[] initial();
}
