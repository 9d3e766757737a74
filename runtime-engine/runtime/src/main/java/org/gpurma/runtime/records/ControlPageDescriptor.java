package org.gpurma.runtime.records;

/** What the host tells all ranks of its device; a cache line each. */
public final class ControlPageDescriptor {

  /** Not 0: every wait of a rank gives up. */
  public static final int ABORT_OFFSET = 0;

  /** Number of WORLD barriers completed. */
  public static final int WORLD_BARRIER_OFFSET = 64;

  public static final int BYTES = 128;

  private ControlPageDescriptor() {}
}
