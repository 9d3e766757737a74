package org.gpurma.service.submit;

import java.util.List;
import org.gpurma.service.job.Job;
import org.gpurma.service.jobspec.ResolvedSpec;

/** What became of a submission. */
public record Submitted(List<Job> jobs, ResolvedSpec spec) {
  public Submitted {
    jobs = List.copyOf(jobs);
  }
}
