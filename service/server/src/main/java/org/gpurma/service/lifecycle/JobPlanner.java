package org.gpurma.service.lifecycle;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.gpurma.service.allocation.Allocator;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.job.JobId;
import org.gpurma.service.jobspec.JobSpec;
import org.gpurma.service.launch.LaunchPlan;
import org.gpurma.service.placement.Placement;
import org.gpurma.service.placement.PlacementResult;
import org.gpurma.service.prediction.Prediction;
import org.gpurma.service.prediction.Predictor;
import org.gpurma.service.runfolder.RunFolders;

/** Plans a job without submitting it. */
public final class JobPlanner {
  private final JobScheduler scheduler;
  private final Allocator allocator;
  private final LaunchPlans launches;
  private final RunFolders folders;
  private final Predictor predictor;

  public JobPlanner(
      JobScheduler scheduler,
      Allocator allocator,
      LaunchPlans launches,
      RunFolders folders,
      Predictor predictor) {
    this.scheduler = scheduler;
    this.allocator = allocator;
    this.launches = launches;
    this.folders = folders;
    this.predictor = predictor;
  }

  public JobPlan plan(JobSpec spec) throws IOException {
    Waiting waiting = scheduler.explainPlanned(spec);
    Optional<Placement> placement =
        waiting.explanation().blockers().isEmpty() ? place(spec, waiting) : Optional.empty();
    Optional<LaunchPlan> launch = Optional.empty();
    if (placement.isPresent()) {
      // The number is not given out yet, and the launch has no id.
      var attempt = new AttemptId(JobId.of(spec.metadata().name(), 0), 1);
      launch =
          Optional.of(
              launches.of(
                  attempt.job().value(),
                  folders.attempt(attempt).root(),
                  placement.get().processes(),
                  spec.transport()));
    }
    Optional<Prediction> prediction =
        placement.isPresent()
            ? predictor.predict(spec, placement.get().processes())
            : predictor.predict(spec);
    return new JobPlan(waiting, placement, launch, prediction);
  }

  private Optional<Placement> place(JobSpec spec, Waiting waiting) {
    List<String> nodes =
        waiting.explanation().nearest().shares().stream()
            .map(share -> waiting.inventory().node(share.node()).name())
            .toList();
    return allocator.place(spec, nodes) instanceof PlacementResult.Placed placed
        ? Optional.of(placed.placement())
        : Optional.empty();
  }
}
