package org.gpurma.runtime.records;

/** Totals of one rank, a u64 each; the rank stores, the host samples. */
public final class CountersDescriptor {

  /** One record a path, below, in the order of the path numbers. */
  public static final int PATHS_OFFSET = 0;

  public static final int BARRIERS_OFFSET = 144;
  public static final int WAIT_NS_OFFSET = 152;
  public static final int QUEUE_FULL_STALLS_OFFSET = 160;
  public static final int LOG_ENTRIES_OFFSET = 168;
  public static final int LOG_STALLS_OFFSET = 176;
  public static final int UNMATCHED_HIGH_WATER_OFFSET = 184;
  public static final int BYTES = 192;

  private CountersDescriptor() {}
}
