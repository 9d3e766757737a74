package org.gpurma.runtime.device;

/** A loaded kernel. */
public interface Program {

  /** How many ranks of so many threads the device runs at once; 0 when not even one fits. */
  int fittingRanks(int threadsPerRank);

  /** Starts the kernel, one block a rank; its argument is the device address of the context. */
  Run launch(int ranks, int threadsPerRank, long contextAddress);
}
