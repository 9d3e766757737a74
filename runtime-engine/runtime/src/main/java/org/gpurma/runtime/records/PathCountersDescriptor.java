package org.gpurma.runtime.records;

/** Totals of one rank over one way to other ranks, a u64 each. */
public final class PathCountersDescriptor {

  public static final int PUTS_OFFSET = 0;
  public static final int PUT_BYTES_OFFSET = 8;
  public static final int GETS_OFFSET = 16;
  public static final int GET_BYTES_OFFSET = 24;
  public static final int NOTIFICATIONS_SENT_OFFSET = 32;
  public static final int NOTIFICATIONS_MATCHED_OFFSET = 40;
  public static final int BYTES = 48;

  public static final int DEVICE = 0;
  public static final int PEER = 1;
  public static final int NETWORK = 2;

  private PathCountersDescriptor() {}
}
