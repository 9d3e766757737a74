package org.gpurma.service.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.gpurma.service.cluster.topology.UnreadableTopologyException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the cluster up to date: asks all nodes at the start, and those that are not ready again.
 */
public final class ClusterMonitor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterMonitor.class);

  /** A node of the inventory and how to ask it. */
  public record Asked(String name, Reach reach, NodeProbe probe) {}

  private final Cluster cluster;
  private final List<Asked> nodes;
  private final boolean emulatedOnly;
  private final int emulatedRanks;
  private List<? extends Future<?>> firstProbes = List.of();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /**
   * @param emulatedOnly real GPUs are left alone
   * @param emulatedRanks ranks of an emulated GPU unless a job says otherwise
   */
  public ClusterMonitor(List<Asked> nodes, boolean emulatedOnly, int emulatedRanks) {
    this.nodes = List.copyOf(nodes);
    this.emulatedOnly = emulatedOnly;
    this.emulatedRanks = emulatedRanks;
    this.cluster =
        Cluster.of(
            nodes.stream().map(node -> ClusterNode.unprobed(node.name(), node.reach())).toList());
  }

  public Cluster cluster() {
    return cluster;
  }

  /** Asks all nodes, all at once. */
  public synchronized void start() {
    firstProbes = nodes.stream().map(node -> threads.submit(() -> probe(node))).toList();
  }

  /** Waits until all have answered once; those that take longer are unprobed until they do. */
  public synchronized void awaitFirstAnswers(Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    for (Future<?> probe : firstProbes) {
      try {
        probe.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
      } catch (TimeoutException _) {
        LOG.warn("a node has not answered within {} s", patience.toSeconds());
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        return;
      } catch (ExecutionException e) {
        throw new IllegalStateException(e.getCause());
      }
    }
  }

  /** Asks, every so often, the nodes that are not ready, and tells when one has become so. */
  public void keepAsking(Duration period, Runnable onReady) {
    threads.submit(
        () -> {
          while (true) {
            Thread.sleep(period);
            askAgain(onReady);
          }
        });
  }

  private void askAgain(Runnable onReady) {
    for (Asked node : nodes) {
      if (!isReady(node)) {
        probe(node);
        if (isReady(node)) {
          onReady.run();
        }
      }
    }
  }

  private boolean isReady(Asked node) {
    return cluster.find(node.name()).orElseThrow().condition().ready();
  }

  private void probe(Asked asked) {
    ClusterNode before = cluster.find(asked.name()).orElseThrow();
    ClusterNode after = cluster.answered(answer(asked, before));
    if (!after.condition().equals(before.condition())) {
      LOG.info(
          "node {}: {}",
          after.name(),
          after.condition().ready() ? "ready" : after.condition().reason());
    }
  }

  private ClusterNode answer(Asked asked, ClusterNode before) {
    try {
      NodeReport report = ReportReader.read(asked.probe().run());
      Node node = NodeReader.read(report, asked.reach(), emulatedOnly, emulatedRanks);
      return node.name().equals(asked.name())
          ? ClusterNode.ready(node, Optional.of(report))
          : before.in(misnamed(asked.name(), node.name()));
    } catch (UnreadableTopologyException e) {
      return before.in(new NodeCondition(NodeCondition.Kind.UNREADABLE, e.getMessage()));
    } catch (IOException e) {
      return before.in(new NodeCondition(NodeCondition.Kind.UNREACHABLE, e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return before;
    } catch (RuntimeException e) {
      // One node must neither keep the service from starting nor the others from being asked.
      LOG.error("the report of node {} could not be read", asked.name(), e);
      return before.in(
          new NodeCondition(
              NodeCondition.Kind.UNREADABLE, "the service failed to read its report: " + e));
    }
  }

  /** Processes report the name that their machine has; by it a placement is verified. */
  private static NodeCondition misnamed(String asked, String found) {
    return new NodeCondition(
        NodeCondition.Kind.UNREADABLE,
        "it calls itself " + found + "; name it so in gpurma.cluster.nodes instead of " + asked);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
