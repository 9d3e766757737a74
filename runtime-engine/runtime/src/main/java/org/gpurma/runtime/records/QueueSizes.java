package org.gpurma.runtime.records;

/**
 * Slots of a rank's queues, powers of two.
 *
 * @param staging slots for the payloads of puts that go through the host
 * @param stagingPayloadBytes of one such slot, a multiple of 64
 */
public record QueueSizes(
    int command,
    int acknowledgement,
    int hostNote,
    int log,
    int unmatched,
    int staging,
    int stagingPayloadBytes) {

  public QueueSizes {
    requirePowerOfTwo("command slots", command);
    requirePowerOfTwo("acknowledgement slots", acknowledgement);
    requirePowerOfTwo("host note slots", hostNote);
    requirePowerOfTwo("log slots", log);
    requirePowerOfTwo("staging slots", staging);
    if (unmatched < 1) {
      throw new IllegalArgumentException("unmatched slots must be positive, not " + unmatched);
    }
    if (stagingPayloadBytes < 64 || stagingPayloadBytes % 64 != 0) {
      throw new IllegalArgumentException(
          "staging payload bytes must be a multiple of 64, not " + stagingPayloadBytes);
    }
  }

  private static void requirePowerOfTwo(String what, int value) {
    if (value < 1 || Integer.bitCount(value) != 1) {
      throw new IllegalArgumentException(what + " must be a power of two, not " + value);
    }
  }
}
