package org.gpurma.runtime.records;

/**
 * Where things lie in the device memory of one rank; byte offsets, multiples of 64. Only ranks read
 * and write it.
 *
 * <pre>
 *   lanes, one a near rank | credits, 8 B a near rank | peers, one a near rank | unmatched notes
 * </pre>
 *
 * @param stride bytes of the whole area
 */
public record DeviceAreaLayout(int lanes, int credits, int peers, int unmatched, int stride) {

  private static final int LANE_BYTES =
      DeviceMemoryDescriptor.LANE_PIECES * EntryDescriptor.PIECE_BYTES;

  /** Takes the number of ranks that reach the area, the ranks of its own device included. */
  public static DeviceAreaLayout of(QueueSizes sizes, int nearRanks) {
    LineAllocator lines = new LineAllocator();
    return new DeviceAreaLayout(
        lines.take(Math.multiplyExact(nearRanks, LANE_BYTES)),
        lines.take(nearRanks * DeviceMemoryDescriptor.CREDIT_BYTES),
        lines.take(nearRanks * DeviceMemoryDescriptor.PEER_STATE_BYTES),
        lines.take(sizes.unmatched() * EntryDescriptor.PIECE_BYTES),
        lines.taken());
  }
}
