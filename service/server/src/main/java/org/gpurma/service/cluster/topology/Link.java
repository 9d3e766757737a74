package org.gpurma.service.cluster.topology;

/**
 * How two devices of a node are connected, in the words of {@code nvidia-smi topo -m}.
 *
 * @param lanes NVLinks that are bonded; 0 for any other kind
 */
public record Link(Kind kind, int lanes) {
  public static final Link SELF = of(Kind.SELF);
  public static final Link SYS = of(Kind.SYS);

  /** From near to far. */
  public enum Kind {
    SELF,
    NVLINK,
    /** At most one PCIe bridge between them. */
    PIX,
    /** Several PCIe bridges. */
    PXB,
    /** A PCIe host bridge, typically the CPU. */
    PHB,
    /** Several host bridges of one NUMA node. */
    NODE,
    /** The interconnect between NUMA nodes. Drivers before 2016 wrote SOC. */
    SYS
  }

  public static Link of(Kind kind) {
    return new Link(kind, 0);
  }

  public boolean within(Kind radius) {
    return kind.compareTo(radius) <= 0;
  }

  /** As the tool writes it today. */
  public String word() {
    return switch (kind) {
      case SELF -> "X";
      case NVLINK -> "NV" + lanes;
      case PIX, PXB, PHB, NODE, SYS -> kind.name();
    };
  }
}
