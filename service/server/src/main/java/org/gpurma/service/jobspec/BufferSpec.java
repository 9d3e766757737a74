package org.gpurma.service.jobspec;

import java.util.List;

/** A named device buffer; input and output may be absent. */
public record BufferSpec(
    String name,
    ElementType type,
    List<Long> shape,
    Distribution distribute,
    String input,
    String output) {

  public record Distribution(String over, long halo) {}

  public boolean distributed() {
    return distribute != null;
  }

  public long halo() {
    return distribute == null ? 0 : distribute.halo();
  }

  /** Units without the halo. */
  public long units() {
    return shape.getFirst() - 2 * halo();
  }

  public long unitBytes() {
    return shape.stream().skip(1).reduce((long) type.bytes(), Math::multiplyExact);
  }

  public long outputBytes() {
    return Math.multiplyExact(units(), unitBytes());
  }
}
