package org.gpurma.runtime.records;

import org.gpurma.wire.RunSpec;

/**
 * Slots of a rank's queues, powers of two.
 *
 * @param command entries; a put of {@link LaneDescriptor#PACKET_BYTES} with its payload fits in
 * @param hostLane pieces
 * @param staging slots for the payloads of puts that go through the host
 * @param stagingPayloadBytes of one such slot, a multiple of 64
 */
public record QueueSizes(
    int command,
    int acknowledgement,
    int hostLane,
    int log,
    int unmatched,
    int staging,
    int stagingPayloadBytes) {

  private static final int LARGEST_COMMAND =
      1 + CommandDescriptor.payloadEntries(LaneDescriptor.PACKET_BYTES);

  public QueueSizes {
    requirePowerOfTwo("command slots", command);
    requirePowerOfTwo("acknowledgement slots", acknowledgement);
    requirePowerOfTwo("host lane pieces", hostLane);
    requirePowerOfTwo("log slots", log);
    requirePowerOfTwo("staging slots", staging);
    requireRoom("command slots", command, LARGEST_COMMAND);
    requireRoom("host lane pieces", hostLane, LaneDescriptor.MOST_PIECES);
    if (unmatched < 1) {
      throw new IllegalArgumentException("unmatched slots must be positive, not " + unmatched);
    }
    if (stagingPayloadBytes < 64 || stagingPayloadBytes % 64 != 0) {
      throw new IllegalArgumentException(
          "staging payload bytes must be a multiple of 64, not " + stagingPayloadBytes);
    }
  }

  /** The same where a job does not say. */
  public QueueSizes with(RunSpec job) {
    org.gpurma.wire.QueueSizes wanted = job.getQueues();
    return new QueueSizes(
        either(wanted.getCommand(), command),
        acknowledgement,
        either(wanted.getArrivals(), hostLane),
        either(wanted.getLog(), log),
        either(wanted.getUnmatched(), unmatched),
        staging,
        either(job.getEagerBytes(), stagingPayloadBytes));
  }

  private static int either(int wanted, int fallback) {
    return wanted == 0 ? fallback : wanted;
  }

  private static void requireRoom(String what, int value, int least) {
    if (value < least) {
      throw new IllegalArgumentException(
          "%s must be at least %d, not %d".formatted(what, least, value));
    }
  }

  private static void requirePowerOfTwo(String what, int value) {
    if (value < 1 || Integer.bitCount(value) != 1) {
      throw new IllegalArgumentException(what + " must be a power of two, not " + value);
    }
  }
}
