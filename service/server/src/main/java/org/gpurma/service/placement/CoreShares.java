package org.gpurma.service.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.gpurma.service.cluster.Node;

/**
 * Which cores of a node belong to which GPU: those near a GPU are split evenly among all the GPUs
 * that they are near to. Shares do not depend on who asks first, so jobs that come later find
 * theirs untouched.
 *
 * <p>Sets of cores are sets of their indexes in the node.
 */
final class CoreShares {
  private final List<List<Integer>> cores;
  private final List<BitSet> near = new ArrayList<>();
  private final List<BitSet> shares = new ArrayList<>();

  private CoreShares(Node node) {
    cores = node.cpus().cores();
    for (List<Integer> told : node.topology().nearCpus()) {
      Set<Integer> cpus = new HashSet<>(told);
      BitSet side = where(cpus::containsAll);
      near.add(side.isEmpty() ? where(_ -> true) : side);
      shares.add(new BitSet());
    }
    split();
  }

  static CoreShares of(Node node) {
    return new CoreShares(node);
  }

  private BitSet where(Predicate<List<Integer>> wanted) {
    var set = new BitSet();
    for (int core = 0; core < cores.size(); core++) {
      set.set(core, wanted.test(cores.get(core)));
    }
    return set;
  }

  /** GPUs with fewer cores near them choose first: the others can go elsewhere. */
  private void split() {
    Map<BitSet, List<Integer>> sides = new LinkedHashMap<>();
    for (int gpu = 0; gpu < near.size(); gpu++) {
      sides.computeIfAbsent(near.get(gpu), _ -> new ArrayList<>()).add(gpu);
    }
    BitSet left = where(_ -> true);
    sides.entrySet().stream()
        .sorted(Comparator.comparing(side -> side.getKey().cardinality()))
        .forEach(side -> split(side.getKey(), side.getValue(), left));
  }

  private void split(BitSet side, List<Integer> gpus, BitSet left) {
    int[] here = IntStream.range(0, cores.size()).filter(c -> side.get(c) && left.get(c)).toArray();
    if (here.length < gpus.size()) {
      return;
    }
    for (int i = 0; i < here.length; i++) {
      // The same as cutting at i * cores / GPUs.
      int owner = ((i + 1) * gpus.size() - 1) / here.length;
      shares.get(gpus.get(owner)).set(here[i]);
      left.clear(here[i]);
    }
  }

  /**
   * Cores that no process has for itself.
   *
   * @param allowed CPUs that come into question; none: all
   */
  BitSet free(Collection<Integer> heldCpus, Set<Integer> allowed) {
    Set<Integer> held = new HashSet<>(heldCpus);
    return where(
        core ->
            core.stream().noneMatch(held::contains)
                && (allowed.isEmpty() || allowed.containsAll(core)));
  }

  /** Cores for the processes of these GPUs; empty where there are not enough. */
  List<CoreGrant> grant(int[] gpus, int wanted, BitSet free, Limits.Binding binding) {
    return switch (binding) {
      case CORES -> grant(gpus, wanted, free);
      case NUMA -> shared(gpus, gpu -> shared(gpu, free));
      case NONE -> shared(gpus, _ -> new CoreGrant(cpus(free), false, true, 0));
    };
  }

  private static List<CoreGrant> shared(int[] gpus, IntFunction<CoreGrant> grant) {
    List<CoreGrant> grants = Arrays.stream(gpus).mapToObj(grant).toList();
    return grants.stream().anyMatch(some -> some.cpus().isEmpty()) ? List.of() : grants;
  }

  /** These CPUs, whatever is best. */
  CoreGrant named(int gpu, List<Integer> cpus) {
    Set<Integer> beside = Set.copyOf(cpus(near.get(gpu)));
    return new CoreGrant(cpus, true, beside.containsAll(cpus), 0);
  }

  /**
   * Cores for the processes of these GPUs.
   *
   * @param wanted for each; 0: its share
   * @param free what there is; it stays as it is
   * @return empty where there are not enough
   */
  List<CoreGrant> grant(int[] gpus, int wanted, BitSet free) {
    var left = (BitSet) free.clone();
    List<BitSet> own = new ArrayList<>();
    for (int gpu : gpus) {
      var taken = new BitSet();
      take(shares.get(gpu), left, wanted == 0 ? cores.size() : wanted, taken);
      own.add(taken);
    }
    List<CoreGrant> grants = new ArrayList<>();
    for (int i = 0; i < gpus.length; i++) {
      CoreGrant grant = grant(gpus[i], own.get(i), wanted, left);
      if (grant.cpus().isEmpty()) {
        return List.of();
      }
      grants.add(grant);
    }
    return grants;
  }

  private CoreGrant grant(int gpu, BitSet taken, int wanted, BitSet left) {
    int enough = wanted == 0 ? shares.get(gpu).cardinality() : wanted;
    if (enough == 0) {
      return shared(gpu, left);
    }
    take(near.get(gpu), left, enough, taken);
    take(left, left, enough, taken);
    int missing = enough - taken.cardinality();
    if (missing > 0 && wanted > 0) {
      taken.clear();
    }
    return new CoreGrant(cpus(taken), true, isWithin(taken, near.get(gpu)), missing);
  }

  private static void take(BitSet from, BitSet left, int enough, BitSet into) {
    int missing = enough - into.cardinality();
    for (int core = from.nextSetBit(0);
        core >= 0 && missing > 0;
        core = from.nextSetBit(core + 1)) {
      if (left.get(core)) {
        left.clear(core);
        into.set(core);
        missing--;
      }
    }
  }

  /** All that are near and nobody's own, or else all that are nobody's own. */
  private CoreGrant shared(int gpu, BitSet left) {
    var here = (BitSet) left.clone();
    here.and(near.get(gpu));
    return here.isEmpty()
        ? new CoreGrant(cpus(left), false, false, 0)
        : new CoreGrant(cpus(here), false, true, 0);
  }

  private static boolean isWithin(BitSet set, BitSet other) {
    var rest = (BitSet) set.clone();
    rest.andNot(other);
    return rest.isEmpty();
  }

  private List<Integer> cpus(BitSet set) {
    return set.stream().boxed().flatMap(core -> cores.get(core).stream()).sorted().toList();
  }
}
