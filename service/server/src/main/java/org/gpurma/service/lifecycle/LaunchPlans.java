package org.gpurma.service.lifecycle;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.gpurma.service.isolation.JobUser;
import org.gpurma.service.jobspec.JobSpec;
import org.gpurma.service.launch.JobLauncher;
import org.gpurma.service.launch.LaunchPlan;
import org.gpurma.service.launch.LaunchPlanner;
import org.gpurma.service.launch.LaunchRequest;
import org.gpurma.service.launch.LaunchSite;
import org.gpurma.service.launch.MessageLimits;
import org.gpurma.service.launch.OpenMpiProbe;
import org.gpurma.service.placement.ProcessPlacement;
import org.gpurma.service.settings.ServiceSettings;

/** How processes are started on this installation. */
public record LaunchPlans(
    ServiceSettings settings, OpenMpiProbe openMpi, JobLauncher launcher, JobUser user) {
  LaunchPlan of(
      String launchId, Path runFolder, List<ProcessPlacement> placements, JobSpec.Transport wanted)
      throws IOException {
    var here = new LaunchSite(settings.bundleFolder(), runFolder);
    var request =
        new LaunchRequest(
            settings.launch().mpirun(),
            launcher.site(launchId, here, placements),
            runFolder,
            placements,
            user.isRoot(),
            settings.cluster().network(),
            MessageLimits.of(wanted));
    return LaunchPlanner.plan(request, openMpi.facts());
  }
}
