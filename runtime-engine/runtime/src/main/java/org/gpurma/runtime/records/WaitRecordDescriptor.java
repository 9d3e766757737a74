package org.gpurma.runtime.records;

/**
 * What a rank waits for that has waited for long, or that it has finished.
 *
 * <pre>
 *    0  version | kind | window | source
 *   16  tag | wanted | found | unmatched
 *   32  lane sent | lane taken | host taken | commands
 *   48  since, ns of the device clock (u64) | device barriers | world barriers
 *   64  oldest notifications of the unmatched store, 16: window, source, tag
 * </pre>
 *
 * {@code version} is odd while the rank writes, and another one after every publication.
 */
public final class WaitRecordDescriptor {

  public static final int VERSION_OFFSET = 0;
  public static final int KIND_OFFSET = 4;
  public static final int WINDOW_OFFSET = 8;
  public static final int SOURCE_OFFSET = 12;
  public static final int TAG_OFFSET = 16;
  public static final int WANTED_OFFSET = 20;
  public static final int FOUND_OFFSET = 24;
  public static final int UNMATCHED_OFFSET = 28;
  public static final int LANE_SENT_OFFSET = 32;
  public static final int LANE_TAKEN_OFFSET = 36;
  public static final int HOST_TAKEN_OFFSET = 40;
  public static final int COMMANDS_OFFSET = 44;
  public static final int SINCE_NS_OFFSET = 48;
  public static final int DEVICE_BARRIERS_OFFSET = 56;
  public static final int WORLD_BARRIERS_OFFSET = 60;
  public static final int OLDEST_OFFSET = 64;
  public static final int BYTES = 256;

  /** Notifications in the record, and what each of them says. */
  public static final int MOST_OLDEST = 16;

  public static final int NOTE_BYTES = 12;
  public static final int NOTE_WINDOW = 0;
  public static final int NOTE_SOURCE = 4;
  public static final int NOTE_TAG = 8;

  /** In place of a source or a tag. */
  public static final int ANY = -1;

  public static final int NOTIFICATIONS = 1;
  public static final int COUNTER = 2;
  public static final int BARRIER = 3;
  public static final int LANE = 4;
  public static final int HOST = 5;
  public static final int GET = 6;
  public static final int FINISHED = 7;

  /** The call that a barrier is part of: the tag of a wait in one. */
  public static final int COMM_BARRIER = 0;

  public static final int WIN_CREATE = 1;
  public static final int WIN_FREE = 2;
  public static final int CPU_TIMER = 3;
  public static final int GPU_FINISH = 4;

  private WaitRecordDescriptor() {}
}
