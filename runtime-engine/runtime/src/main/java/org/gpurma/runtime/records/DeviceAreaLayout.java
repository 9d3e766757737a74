package org.gpurma.runtime.records;

/**
 * Where things lie in the device memory of one rank; byte offsets, multiples of 64. Only ranks read
 * and write it.
 *
 * @param stride bytes of the whole area
 */
public record DeviceAreaLayout(
    int noteRing, int noteTickets, int noteConsumed, int unmatched, int stride) {

  public static DeviceAreaLayout of(QueueSizes sizes) {
    LineAllocator lines = new LineAllocator();
    return new DeviceAreaLayout(
        lines.take(sizes.deviceNote() * EntryDescriptor.PIECE_BYTES),
        lines.take(Integer.BYTES),
        lines.take(Integer.BYTES),
        lines.take(sizes.unmatched() * EntryDescriptor.PIECE_BYTES),
        lines.taken());
  }
}
