package org.gpurma.runtime.records;

/**
 * Where things lie in the host memory of one rank; byte offsets, multiples of 64. A count that one
 * side promises to the other has a cache line of its own.
 *
 * <pre>
 *   command ring | consumed | ack ring | consumed | host's lane | consumed | log ring | consumed |
 *   log dropped | staging slots | released | fault record | counters | gets completed | wait record
 * </pre>
 *
 * @param stride bytes of the whole area
 */
public record HostAreaLayout(
    int commandRing,
    int commandConsumed,
    int ackRing,
    int ackConsumed,
    int lane,
    int laneConsumed,
    int logRing,
    int logConsumed,
    int logDropped,
    int staging,
    int stagingReleased,
    int fault,
    int counters,
    int getsCompleted,
    int waiting,
    int stride) {

  /** Room before the payload of a staging slot for the header of the message that carries it. */
  public static final int STAGING_HEADER_BYTES = 64;

  public static HostAreaLayout of(QueueSizes sizes) {
    LineAllocator lines = new LineAllocator();
    return new HostAreaLayout(
        lines.take(sizes.command() * EntryDescriptor.BYTES),
        lines.take(Integer.BYTES),
        lines.take(sizes.acknowledgement() * EntryDescriptor.BYTES),
        lines.take(Integer.BYTES),
        lines.take(sizes.hostLane() * EntryDescriptor.PIECE_BYTES),
        lines.take(Integer.BYTES),
        lines.take(sizes.log() * EntryDescriptor.BYTES),
        lines.take(Integer.BYTES),
        lines.take(Integer.BYTES),
        lines.take(sizes.staging() * stagingSlotBytes(sizes)),
        lines.take(Integer.BYTES),
        lines.take(FaultRecordDescriptor.BYTES),
        lines.take(CountersDescriptor.BYTES),
        lines.take(Integer.BYTES),
        lines.take(WaitRecordDescriptor.BYTES),
        lines.taken());
  }

  public static int stagingSlotBytes(QueueSizes sizes) {
    return STAGING_HEADER_BYTES + sizes.stagingPayloadBytes();
  }
}
