package org.gpurma.service.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.gpurma.service.cluster.Gpu;
import org.gpurma.service.cluster.Node;
import org.gpurma.service.cluster.NodeTopology;

/** What one node has for a job: for each number of GPUs, the best ones. */
final class NodeOffer {
  /** Of more subsets than this, only some are looked at; no node of up to 16 GPUs has as many. */
  private static final long MOST_SUBSETS = 13_000;

  private static final int SEEDS = 16;

  private final Node node;
  private final PlacementRequest request;
  private final int[] free;
  private final BitSet freeBits = new BitSet();
  private final int[] nicUsers;
  private final Set<Integer> heldCpus;
  private Inside inside;
  private final Map<Integer, Optional<NodeChoice>> best = new HashMap<>();

  /**
   * @param wanted the GPUs that come into question
   */
  NodeOffer(Node node, Held held, Predicate<Gpu> wanted, PlacementRequest request) {
    this.node = node;
    this.request = request;
    this.free =
        IntStream.range(0, node.gpus().size())
            .filter(gpu -> isFree(node.gpus().get(gpu), held))
            .filter(gpu -> wanted.test(node.gpus().get(gpu)))
            .filter(gpu -> request.limits().allow(node, node.gpus().get(gpu)))
            .toArray();
    IntStream.range(0, node.gpus().size())
        .filter(gpu -> isFree(node.gpus().get(gpu), held))
        .forEach(freeBits::set);
    this.nicUsers = nicUsers(node.topology(), held.nicsOf(node.name()));
    this.heldCpus = held.cpusOf(node.name());
  }

  /** What follows from the node; of many nodes that are alike, only one is looked into. */
  private record Inside(CoreShares shares, BitSet freeCores, Islands islands) {}

  private Inside inside() {
    if (inside == null) {
      CoreShares shares = CoreShares.of(node);
      inside =
          new Inside(
              shares, shares.free(heldCpus, request.limits().cpus()), Islands.of(node.topology()));
    }
    return inside;
  }

  private static boolean isFree(Gpu gpu, Held held) {
    return gpu.usable() && !held.gpus().contains(gpu.uuid());
  }

  private static int[] nicUsers(NodeTopology topology, List<String> held) {
    return topology.nics().stream()
        .mapToInt(nic -> (int) held.stream().filter(nic::equals).count())
        .toArray();
  }

  Node node() {
    return node;
  }

  int freeGpus() {
    return free.length;
  }

  /** What makes two offers the same, whatever their nodes are called. */
  Object signature() {
    return List.of(
        node.topology(),
        node.cpus(),
        Arrays.stream(free).boxed().toList(),
        freeBits,
        Arrays.stream(nicUsers).boxed().toList(),
        heldCpus);
  }

  /** The best that the node can do with so many GPUs; empty where it cannot. */
  Optional<NodeChoice> best(int count) {
    return best.computeIfAbsent(count, this::search);
  }

  private Optional<NodeChoice> search(int count) {
    if (count > free.length) {
      return Optional.empty();
    }
    var cheapest = new Cheapest();
    if (Subsets.count(free.length, count, MOST_SUBSETS) < MOST_SUBSETS) {
      Subsets.forEach(free, count, cheapest::offer);
    } else {
      Arrays.stream(free).limit(SEEDS).forEach(seed -> cheapest.offer(grown(seed, count)));
    }
    return Optional.ofNullable(cheapest.choice);
  }

  /** From one GPU on, always the next one that costs least. */
  private int[] grown(int seed, int count) {
    int[] chosen = {seed};
    while (chosen.length < count) {
      int[] nearest = null;
      long least = Long.MAX_VALUE;
      for (int gpu : free) {
        if (Arrays.binarySearch(chosen, gpu) < 0) {
          int[] next =
              IntStream.concat(Arrays.stream(chosen), IntStream.of(gpu)).sorted().toArray();
          long hops = betweenGpus(next);
          if (hops < least) {
            least = hops;
            nearest = next;
          }
        }
      }
      chosen = nearest;
    }
    return chosen;
  }

  private long betweenGpus(int[] gpus) {
    long hops = 0;
    for (int i = 0; i < gpus.length; i++) {
      for (int j = i + 1; j < gpus.length; j++) {
        hops += PlacementCost.betweenGpus(node.topology(), gpus[i], gpus[j]);
      }
    }
    return hops;
  }

  /** These GPUs with the NICs and cores that are best for them; empty where cores are missing. */
  Optional<NodeChoice> evaluate(int[] gpus) {
    return choice(gpus, cores(gpus, inside().freeCores()));
  }

  private List<CoreGrant> cores(int[] gpus, BitSet freeCores) {
    return inside()
        .shares()
        .grant(gpus, request.coresPerGpu(), freeCores, request.limits().binding());
  }

  /**
   * These GPUs, some of them with CPUs that are named; empty where those are another process's or
   * not there, or where others are missing.
   */
  Optional<NodeChoice> evaluate(int[] gpus, Map<Integer, List<Integer>> named) {
    List<Integer> taken = named.values().stream().flatMap(List::stream).toList();
    boolean free =
        node.cores().containsAll(taken)
            && taken.stream().noneMatch(heldCpus::contains)
            && taken.stream().distinct().count() == taken.size();
    if (!free) {
      return Optional.empty();
    }
    BitSet left = inside().shares().free(taken, request.limits().cpus());
    left.and(inside().freeCores());
    int[] others = Arrays.stream(gpus).filter(gpu -> !named.containsKey(gpu)).toArray();
    List<CoreGrant> granted = others.length == 0 ? List.of() : cores(others, left);
    if (granted.size() < others.length) {
      return Optional.empty();
    }
    List<CoreGrant> cores = new ArrayList<>();
    Iterator<CoreGrant> next = granted.iterator();
    for (int gpu : gpus) {
      cores.add(
          named.containsKey(gpu) ? inside().shares().named(gpu, named.get(gpu)) : next.next());
    }
    return choice(gpus, cores);
  }

  private Optional<NodeChoice> choice(int[] gpus, List<CoreGrant> cores) {
    if (cores.isEmpty()) {
      return Optional.empty();
    }
    NicAssignment nics = NicAssignment.of(node.topology(), gpus, nicUsers);
    var cost =
        new PlacementCost(
            betweenGpus(gpus),
            0,
            nics.toNics(),
            nics.sharedNics(),
            cores.stream().mapToLong(PlacementCost::cores).sum(),
            0,
            inside().islands().remnants(gpus, freeBits));
    return Optional.of(new NodeChoice(gpus.clone(), nics.nics(), cores, cost));
  }

  /** Of equal ones the first stays. */
  private final class Cheapest {
    private NodeChoice choice;

    void offer(int[] gpus) {
      // Most subsets are out by their GPUs alone.
      if (choice == null || betweenGpus(gpus) <= choice.cost().hops()) {
        evaluate(gpus)
            .filter(other -> choice == null || other.cost().total() < choice.cost().total())
            .ifPresent(other -> choice = other);
      }
    }
  }
}
