package org.gpurma.runtime.transfer;

/** The pieces that a transfer is cut into. */
record Chunks(long totalBytes, int chunkBytes) {

  static final Chunks NONE = new Chunks(0, 1);

  int count() {
    return Math.toIntExact(Math.ceilDiv(totalBytes, chunkBytes));
  }

  long offset(int chunk) {
    return (long) chunk * chunkBytes;
  }

  int bytes(int chunk) {
    return (int) Math.min(chunkBytes, totalBytes - offset(chunk));
  }
}
