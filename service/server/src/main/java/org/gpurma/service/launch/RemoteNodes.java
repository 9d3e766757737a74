package org.gpurma.service.launch;

import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.gpurma.service.remote.SshHost;

/**
 * The nodes of an attempt, all asked at once.
 *
 * @param hosts by the name of the node
 */
record RemoteNodes(Map<String, SshHost> hosts) {
  RemoteNodes {
    hosts = Collections.unmodifiableMap(new LinkedHashMap<>(hosts));
  }

  /** What is done on one of them. */
  @FunctionalInterface
  interface Work {
    void on(String node, SshHost host) throws IOException, InterruptedException;
  }

  RemoteNodes only(Predicate<String> wanted) {
    Map<String, SshHost> some = new LinkedHashMap<>(hosts);
    some.keySet().removeIf(wanted.negate());
    return new RemoteNodes(some);
  }

  /**
   * Does it on all of them.
   *
   * @throws NodeFailedException of the first that fails; the others are done nevertheless
   */
  void onEach(Work work, Duration timeout) throws NodeFailedException, InterruptedException {
    NodeFailedException failure = null;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Map<String, Future<?>> all = new LinkedHashMap<>();
      hosts.forEach(
          (node, host) ->
              all.put(
                  node,
                  threads.submit(
                      () -> {
                        work.on(node, host);
                        return null;
                      })));
      long end = System.nanoTime() + timeout.toNanos();
      for (Map.Entry<String, Future<?>> one : all.entrySet()) {
        NodeFailedException thrown = await(one.getKey(), one.getValue(), end - System.nanoTime());
        failure = failure == null ? thrown : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static NodeFailedException await(String node, Future<?> work, long nanos)
      throws InterruptedException {
    try {
      work.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
      return null;
    } catch (ExecutionException e) {
      return new NodeFailedException(node, e.getCause().getMessage(), e.getCause());
    } catch (TimeoutException e) {
      work.cancel(true);
      return new NodeFailedException(node, "it does not answer in time", e);
    }
  }
}
