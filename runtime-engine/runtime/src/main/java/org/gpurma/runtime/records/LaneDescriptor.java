package org.gpurma.runtime.records;

/**
 * The host's lane of a rank: a ring of pieces in pinned host memory that the host fills. An access
 * is a header, its origin, and, when it is a small put, its payload in the pieces that follow.
 *
 * <pre>
 *              word 0        word 1            word 2
 *   header     tag         | offset          | window handle, bits 0-15 | payload bytes << 16 | flags << 28
 *   origin     source rank | -               | -
 *   payload    12 B a piece, the last one filled up with zeros
 * </pre>
 *
 * Piece n lies in slot n % pieces and carries the sequence number n + 1.
 */
public final class LaneDescriptor {

  /** Largest payload that travels in a lane. */
  public static final int PACKET_BYTES = 1024;

  public static final int HEAD_PIECES = 2;
  public static final int WINDOW_MASK = 0xffff;
  public static final int BYTES_SHIFT = 16;
  public static final int BYTES_MASK = 0x7ff;
  public static final int FLAGS_SHIFT = 28;

  /** Pieces of the largest access. */
  public static final int MOST_PIECES = pieces(PACKET_BYTES);

  /** Pieces of an access with so many bytes of payload. */
  public static int pieces(int payloadBytes) {
    return HEAD_PIECES + Math.ceilDiv(payloadBytes, EntryDescriptor.PIECE_PAYLOAD_BYTES);
  }

  private LaneDescriptor() {}
}
