package org.gpurma.service.lifecycle;

import java.util.List;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.JobEvent;

/** Is told of ends once they are stored. */
public interface EndObserver {
  void attemptEnded(AttemptId attempt);

  void jobEnded(Job job, List<JobEvent> transitions);
}
