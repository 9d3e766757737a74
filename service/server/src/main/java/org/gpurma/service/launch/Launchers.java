package org.gpurma.service.launch;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.gpurma.service.cluster.Reach;
import org.gpurma.service.placement.ProcessPlacement;

/** The launcher that a placement needs. The processes of a job are all started in one way. */
public final class Launchers implements JobLauncher {
  private final JobLauncher local;
  private final JobLauncher ssh;

  public Launchers(JobLauncher local, JobLauncher ssh) {
    this.local = local;
    this.ssh = ssh;
  }

  private JobLauncher of(List<ProcessPlacement> placements) {
    return switch (placements.getFirst().reach()) {
      case Reach.Local _ -> local;
      case Reach.Ssh _ -> ssh;
    };
  }

  @Override
  public LaunchSite site(String launchId, LaunchSite here, List<ProcessPlacement> placements)
      throws IOException {
    return of(placements).site(launchId, here, placements);
  }

  @Override
  public LaunchedJob launch(LaunchOrder order) throws IOException, InterruptedException {
    return of(order.placements()).launch(order);
  }

  @Override
  public Optional<LaunchedJob> reattach(LaunchOrder order) {
    return of(order.placements()).reattach(order);
  }
}
