package org.gpurma.service.placement;

import java.util.ArrayList;
import java.util.List;
import org.gpurma.service.cluster.NodeTopology;
import org.gpurma.service.cluster.topology.Link;

/**
 * How good a placement is: the lower, the better. The unit is the hop, the way through one PCIe
 * bridge; the numbers rank connections by what a small put takes over them and are no measurement.
 *
 * @param betweenGpus hops between each two processes of a node
 * @param betweenNodes hops between each two processes of different nodes
 * @param toNics hops from each process to its NIC
 * @param sharedNics hops for each two processes, of any job, that have one NIC
 * @param cores hops for cores that are far, shared or missing
 * @param models hops for GPUs of different models
 * @param remnants GPUs that stay free in islands of which the job takes a part; counts where all
 *     hops are equal
 */
public record PlacementCost(
    long betweenGpus,
    long betweenNodes,
    long toNics,
    long sharedNics,
    long cores,
    long models,
    long remnants) {
  static final PlacementCost NONE = new PlacementCost(0, 0, 0, 0, 0, 0, 0);

  /** Two GPUs without access to each other's memory: the way leads through the host's. */
  private static final int NO_PEER_ACCESS = 8;

  /** Farther than any two GPUs of a node, so that a job that fits on one node stays there. */
  private static final int NETWORK = 20;

  /** A node whose NICs are not known comes after one with a NIC on the other socket. */
  private static final int NO_NIC = 8;

  /** Less than the way to a NIC of the other socket, more than to another one of the same. */
  private static final int SHARED_NIC = 4;

  private static final int FAR_CORES = 2;
  private static final int SHARED_CORES = 5;
  private static final int MISSING_CORE = 1;

  /** All GPUs of a job run as many ranks: the smaller model decides for all. */
  private static final int MIXED_MODELS = 1_000_000;

  private static final long HOP = 100_000;

  static int hops(Link.Kind link) {
    return switch (link) {
      case SELF, NVLINK -> 0;
      case PIX -> 1;
      case PXB -> 2;
      case PHB -> 3;
      case NODE -> 4;
      case SYS -> 6;
    };
  }

  static int betweenGpus(NodeTopology topology, int gpu, int other) {
    return topology.peer(gpu, other) && topology.peer(other, gpu)
        ? hops(topology.link(gpu, other).kind())
        : NO_PEER_ACCESS;
  }

  static int toNic(NodeTopology topology, int gpu, int nic) {
    return hops(topology.nicLink(gpu, nic).kind());
  }

  /**
   * @param users processes that have the NIC already
   */
  static int joiningNic(int users) {
    return SHARED_NIC * users;
  }

  static int withoutNic() {
    return NO_NIC;
  }

  static long cores(CoreGrant grant) {
    return (grant.exclusive() ? 0 : SHARED_CORES)
        + (grant.near() ? 0 : FAR_CORES)
        + (long) MISSING_CORE * grant.missing();
  }

  /**
   * @param together pairs of processes that are on one node
   */
  static PlacementCost network(long processes, long together) {
    long pairs = processes * (processes - 1) / 2;
    return new PlacementCost(0, NETWORK * (pairs - together), 0, 0, 0, 0, 0);
  }

  /** What {@link #network} has less of for processes that share a node. */
  static long savedByTogether(long processes) {
    return NETWORK * HOP * (processes * (processes - 1) / 2);
  }

  static PlacementCost mixedModels() {
    return new PlacementCost(0, 0, 0, 0, 0, MIXED_MODELS, 0);
  }

  PlacementCost plus(PlacementCost other) {
    return new PlacementCost(
        betweenGpus + other.betweenGpus,
        betweenNodes + other.betweenNodes,
        toNics + other.toNics,
        sharedNics + other.sharedNics,
        cores + other.cores,
        models + other.models,
        remnants + other.remnants);
  }

  public long hops() {
    return betweenGpus + betweenNodes + toNics + sharedNics + cores + models;
  }

  /** What is compared: hops first, then remnants. */
  public long total() {
    return hops() * HOP + remnants;
  }

  /** In words, e.g. "7 hops: 1 between GPUs, 6 to NICs". */
  public String describe() {
    List<String> terms = new ArrayList<>();
    describe(betweenGpus, "between GPUs", terms);
    describe(betweenNodes, "between nodes", terms);
    describe(toNics, "to NICs", terms);
    describe(sharedNics, "for NICs that are shared", terms);
    describe(cores, "for cores that are far, shared or missing", terms);
    describe(models, "for GPUs of different models", terms);
    return hops() + " hops" + (terms.isEmpty() ? "" : ": " + String.join(", ", terms));
  }

  private static void describe(long hops, String what, List<String> terms) {
    if (hops > 0) {
      terms.add(hops + " " + what);
    }
  }
}
