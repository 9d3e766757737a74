package org.gpurma.service.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.gpurma.service.remote.Shell;
import org.gpurma.service.remote.SshHost;
import org.gpurma.service.runfolder.Folders;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** mpirun here, processes on other nodes. */
final class SshJob implements LaunchedJob {
  private static final Logger LOG = LoggerFactory.getLogger(SshJob.class);

  private static final Duration KILLING = Duration.ofSeconds(6);
  private static final Duration MARGIN = Duration.ofSeconds(1);
  private static final Duration ASKING = Duration.ofSeconds(10);
  private static final Duration COLLECTING = Duration.ofMinutes(2);

  private final LaunchOrder order;
  private final LaunchSite site;
  private final RemoteNodes nodes;
  private final LaunchedJob mpirun;
  private final Set<String> givenUp = ConcurrentHashMap.newKeySet();
  private final Map<String, Remains> uncleared = new ConcurrentHashMap<>();
  private volatile boolean cleaned;

  SshJob(LaunchOrder order, LaunchSite site, RemoteNodes nodes, LaunchedJob mpirun) {
    this.order = order;
    this.site = site;
    this.nodes = nodes;
    this.mpirun = mpirun;
  }

  /** Not that of mpirun: where a node is this very machine, its processes are still told apart. */
  static String mark(String launchId) {
    return launchId + "@node";
  }

  @Override
  public CompletableFuture<LaunchExit> exit() {
    return mpirun.exit();
  }

  @Override
  public void terminate() {
    mpirun.terminate();
  }

  @Override
  public void giveUp(String node) {
    givenUp.add(node);
  }

  @Override
  public Set<String> lostNodes() {
    Set<String> lost = new HashSet<>(givenUp);
    try {
      lost.addAll(Files.readAllLines(order.runFolder().resolve(RemoteShell.LOST)));
    } catch (IOException _) {
      // None was lost.
    }
    return lost;
  }

  private RemoteNodes answering() {
    Set<String> lost = lostNodes();
    return nodes.only(node -> !lost.contains(node));
  }

  /** mpirun first: a killed one starts nothing anew, so nodes that are clean then stay so. */
  @Override
  public int kill() {
    int here = mpirun.kill();
    return here > 0 || !cleaned ? here + killOnNodes() : 0;
  }

  private int killOnNodes() {
    var left = new AtomicInteger();
    uncleared.clear();
    try {
      answering().onEach((node, host) -> left.addAndGet(killOn(node, host)), KILLING.plus(MARGIN));
      cleaned = uncleared.isEmpty();
    } catch (NodeFailedException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    return left.get();
  }

  private int killOn(String node, SshHost host) throws InterruptedException {
    try {
      int left = Integer.parseInt(host.run(killing(), KILLING).strip());
      if (left > 0) {
        uncleared.put(node, Remains.processes(node, left));
      }
      return left;
    } catch (IOException | NumberFormatException e) {
      // The guard there ends what is left: it hears nothing any more.
      LOG.warn("{}: {}", order.launchId(), e.getMessage());
      uncleared.put(node, Remains.unknown(node, e));
      return 0;
    }
  }

  private String killing() {
    return Shell.words(
        List.of(
            site.bundle().resolve("bin/gpurma-guard").toString(),
            "--kill",
            mark(order.launchId())));
  }

  @Override
  public List<Remains> remains() throws InterruptedException {
    Set<String> lost = lostNodes();
    Map<String, Remains> remains = new ConcurrentHashMap<>(uncleared);
    remains.keySet().removeAll(lost);
    try {
      nodes
          .only(node -> !lost.contains(node) && !remains.containsKey(node))
          .onEach(
              (node, host) ->
                  gpuRemains(node, host).find().ifPresent(found -> remains.put(node, found)),
              ASKING.multipliedBy(2));
    } catch (NodeFailedException e) {
      remains.put(e.node(), Remains.unknown(e.node(), e));
    }
    return List.copyOf(remains.values());
  }

  private GpuRemains gpuRemains(String node, SshHost host) {
    return GpuRemains.of(
        node, order.placements(), command -> host.run(Shell.words(command), ASKING));
  }

  @Override
  public void collect() throws IOException, InterruptedException {
    answering().onEach((_, host) -> collect(host), COLLECTING);
  }

  private void collect(SshHost host) throws IOException, InterruptedException {
    Path brought = Files.createTempDirectory(order.runFolder(), "brought");
    try {
      String folder = Shell.word(site.runFolder().toString());
      host.runIntoInputOf(
          "cd %1$s && tar -c $(ls -d spool out 2>/dev/null) && rm -rf %1$s".formatted(folder),
          List.of("tar", "-C", brought.toString(), "--no-same-owner", "-x"),
          COLLECTING);
      Brought.merge(brought, order.runFolder());
    } finally {
      Folders.delete(brought);
    }
  }
}
