package org.gpurma.runtime.transfer;

/**
 * How transfers are cut; the same on all processes.
 *
 * @param transfers under way at a time, out of a process, and into it
 * @param chunkBytes of the pieces that one is cut into
 * @param direct the network reads and writes device memory itself
 */
public record ChunkSizes(int transfers, int chunkBytes, boolean direct) {

  /** Chunks of a transfer under way at a time: one being copied, one sent, one ahead. */
  static final int DEPTH = 3;

  public ChunkSizes {
    if (transfers < 1) {
      throw new IllegalArgumentException("transfers must be positive, not " + transfers);
    }
    if (chunkBytes < 64 || chunkBytes % 64 != 0) {
      throw new IllegalArgumentException(
          "a transfer's chunk must be a multiple of 64 bytes, not " + chunkBytes);
    }
  }

  /** Room for the chunks of all transfers of one direction. */
  public long memoryBytes() {
    return transfers * transferBytes();
  }

  /** Room for the chunks of one transfer. */
  long transferBytes() {
    return (long) DEPTH * chunkBytes;
  }

  Chunks cut(long bytes) {
    return new Chunks(bytes, chunkBytes);
  }
}
