package org.gpurma.service.lifecycle;

import java.time.Instant;
import java.util.List;
import org.gpurma.service.allocation.Allocation;
import org.gpurma.service.cluster.CpuList;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.job.Attempt;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.ProcessInfo;
import org.gpurma.service.joblog.Channel;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.service.jobspec.JobSpec;
import org.gpurma.service.placement.ProcessPlacement;
import org.gpurma.service.runfolder.RunFolder;

/** One attempt and all that belongs to it. */
public record AttemptWork(
    Job job, JobSpec spec, Attempt attempt, Allocation allocation, RunFolder folder, JobLog log) {
  AttemptId id() {
    return attempt.id();
  }

  GpuKind gpuKind() {
    return allocation.kind();
  }

  int processes() {
    return allocation.processes().size();
  }

  List<ProcessPlacement> placements() {
    return allocation.processes();
  }

  List<ProcessInfo> plannedProcesses() {
    return placements().stream()
        .map(
            placement ->
                ProcessInfo.planned(
                    placement.index(),
                    placement.node(),
                    placement.gpu().uuid(),
                    placement.gpu().name(),
                    CpuList.format(placement.cores())))
        .toList();
  }

  /** It is ended then, if it has not by itself. */
  Instant walltimeEnd() {
    return attempt.beganAt().plus(spec.walltimeLimit());
  }

  void say(String text) {
    log.write(Channel.SERVICE, text);
  }
}
