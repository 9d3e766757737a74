package org.gpurma.service.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gpurma.service.cluster.Reach;
import org.gpurma.service.isolation.JobUser;
import org.gpurma.service.placement.ProcessPlacement;
import org.gpurma.service.remote.Shell;
import org.gpurma.service.remote.SshHost;
import org.gpurma.service.remote.StagedBundle;
import org.gpurma.service.settings.ServiceSettings;

/**
 * Runs mpirun on this machine and its processes on others, over ssh. Nothing has to be shared
 * between them: bundle and run folder are brought there, spools and outputs back.
 */
public final class SshLauncher implements JobLauncher {
  private static final Duration STAGING = Duration.ofMinutes(5);

  private final ServiceSettings settings;
  private final StagedBundle bundle;
  private final LocalLauncher local = new LocalLauncher(JobUser.own());

  public SshLauncher(ServiceSettings settings, StagedBundle bundle) {
    this.settings = settings;
    this.bundle = bundle;
  }

  @Override
  public LaunchSite site(String launchId, LaunchSite here, List<ProcessPlacement> placements)
      throws IOException {
    return new LaunchSite(bundle.folder(), Path.of(settings.ssh().folder(), "runs", launchId));
  }

  @Override
  public LaunchedJob launch(LaunchOrder order) throws IOException, InterruptedException {
    RemoteNodes nodes = nodes(order);
    LaunchSite site = site(order.launchId(), null, order.placements());
    nodes.onEach(
        (_, host) -> {
          bundle.stage(host);
          stageRunFolder(host, order.runFolder(), site.runFolder());
        },
        STAGING);
    writeAgent(order, site, nodes);
    return new SshJob(order, site, nodes, local.launch(order));
  }

  private void writeAgent(LaunchOrder order, LaunchSite site, RemoteNodes nodes)
      throws IOException {
    Path agent = order.runFolder().resolve(LaunchPlanner.REMOTE_SHELL);
    Files.deleteIfExists(agent);
    Files.createFile(
        agent, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Files.writeString(
        agent,
        RemoteShell.script(settings.ssh(), reaches(order), site, SshJob.mark(order.launchId())));
  }

  /** What the processes read: what to run, the program, the job's files. */
  private static void stageRunFolder(SshHost host, Path from, Path to)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("tar", "-C", from.toString(), "-c"));
    for (String name : names(from)) {
      command.add("./" + name);
    }
    host.runWithInputOf(
        command,
        "umask 077 && mkdir -p %1$s && tar -C %1$s --no-same-owner -x && mkdir -p %1$s/spool"
            .formatted(Shell.word(to.toString())),
        STAGING);
  }

  private static List<String> names(Path folder) throws IOException {
    List<String> kept = List.of("log", LocalLauncher.OUTPUT);
    try (var all = Files.list(folder)) {
      return all.map(file -> file.getFileName().toString())
          .filter(name -> !kept.contains(name))
          .sorted()
          .toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  @Override
  public Optional<LaunchedJob> reattach(LaunchOrder order) {
    return local.reattach(order).map(job -> again(order, job));
  }

  private LaunchedJob again(LaunchOrder order, LaunchedJob job) {
    try {
      return new SshJob(order, site(order.launchId(), null, order.placements()), nodes(order), job);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private RemoteNodes nodes(LaunchOrder order) {
    Map<String, SshHost> hosts = new LinkedHashMap<>();
    reaches(order)
        .forEach((node, reach) -> hosts.put(node, new SshHost(settings.ssh(), reach.target())));
    return new RemoteNodes(hosts);
  }

  private static Map<String, Reach.Ssh> reaches(LaunchOrder order) {
    Map<String, Reach.Ssh> reaches = new LinkedHashMap<>();
    for (ProcessPlacement placement : order.placements()) {
      if (placement.reach() instanceof Reach.Ssh ssh) {
        reaches.put(placement.node(), ssh);
      }
    }
    return reaches;
  }
}
