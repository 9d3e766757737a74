package org.gpurma.runtime.records;

/** Totals of one rank, a u64 each; the rank stores, the host samples. */
public final class CountersDescriptor {

  public static final int LOCAL_PUTS_OFFSET = 0;
  public static final int LOCAL_PUT_BYTES_OFFSET = 8;
  public static final int LOCAL_NOTIFICATIONS_SENT_OFFSET = 16;
  public static final int LOCAL_NOTIFICATIONS_MATCHED_OFFSET = 24;
  public static final int REMOTE_PUTS_OFFSET = 32;
  public static final int REMOTE_PUT_BYTES_OFFSET = 40;
  public static final int REMOTE_NOTIFICATIONS_SENT_OFFSET = 48;
  public static final int REMOTE_NOTIFICATIONS_MATCHED_OFFSET = 56;
  public static final int BARRIERS_OFFSET = 64;
  public static final int WAIT_NS_OFFSET = 72;
  public static final int QUEUE_FULL_STALLS_OFFSET = 80;
  public static final int LOG_ENTRIES_OFFSET = 88;
  public static final int LOG_STALLS_OFFSET = 96;
  public static final int UNMATCHED_HIGH_WATER_OFFSET = 104;
  public static final int BYTES = 128;

  private CountersDescriptor() {}
}
