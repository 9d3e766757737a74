package org.gpurma.runtime.config;

/** Whether the network reads and writes device memory itself. */
public enum CudaAware {
  /** Where it says so, and on real devices. */
  AUTO,
  YES,
  NO
}
