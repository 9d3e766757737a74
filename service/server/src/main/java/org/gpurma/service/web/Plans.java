package org.gpurma.service.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.gpurma.service.jobspec.ResolvedSpec;
import org.gpurma.service.launch.LaunchPlan;
import org.gpurma.service.lifecycle.JobPlan;
import org.gpurma.service.lifecycle.JobPlanner;
import org.gpurma.service.placement.Placement;
import org.gpurma.service.submit.Submission;
import org.gpurma.service.submit.Submitter;
import org.springframework.stereotype.Component;

/** Plans submissions, and refuses those whose plan no longer holds. */
@Component
final class Plans {
  private final Submitter submitter;
  private final JobPlanner planner;

  Plans(Submitter submitter, JobPlanner planner) {
    this.submitter = submitter;
    this.planner = planner;
  }

  PlanView of(Submission submission) throws IOException {
    ResolvedSpec resolved = submitter.resolve(submission);
    JobPlan plan = planner.plan(resolved.first());
    List<PlanView.Process> processes =
        plan.placement().map(Placement::processes).orElse(List.of()).stream()
            .map(PlanView.Process::of)
            .toList();
    return new PlanView(
        tag(resolved, processes),
        resolved.jobs().size(),
        resolved.jobs().getFirst().tree(),
        plan.placement().isPresent(),
        WaitingView.of(plan.waiting()),
        processes,
        explanation(plan),
        plan.launch().map(LaunchPlan::command).orElse(List.of()),
        plan.launch().map(LaunchPlan::environment).orElse(Map.of()),
        plan.prediction().orElse(null));
  }

  private static List<String> explanation(JobPlan plan) {
    List<String> sentences = new ArrayList<>();
    plan.placement().ifPresent(placement -> sentences.addAll(placement.explanation()));
    plan.launch().ifPresent(launch -> sentences.addAll(launch.notes()));
    return sentences;
  }

  /** The same specs on the same GPUs, or the same specs waiting. */
  private static String tag(ResolvedSpec resolved, List<PlanView.Process> processes) {
    var checksum = new CRC32C();
    for (ResolvedSpec.Item item : resolved.jobs()) {
      checksum.update(item.tree().toString().getBytes(StandardCharsets.UTF_8));
    }
    checksum.update(processes.toString().getBytes(StandardCharsets.UTF_8));
    return "\"plan-" + HexFormat.of().toHexDigits(checksum.getValue(), 8) + "\"";
  }

  void requireCurrent(Submission submission, String tag) throws IOException {
    PlanView now = of(submission);
    if (!now.tag().equals(tag.strip())) {
      throw new ApiException(
          ProblemType.PRECONDITION_FAILED,
          "The plan no longer holds: the job would "
              + (now.startsNow()
                  ? "run on "
                      + now.processes().stream().map(PlanView.Process::node).distinct().toList()
                  : "wait now")
              + ". Plan it again");
    }
  }
}
