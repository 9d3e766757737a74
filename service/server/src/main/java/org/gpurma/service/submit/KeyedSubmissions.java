package org.gpurma.service.submit;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.gpurma.service.job.Intake;
import org.gpurma.service.job.JobId;
import org.gpurma.service.job.SubmissionKeys;

/** Makes one submission of those that are sent several times under the same key. */
public final class KeyedSubmissions {
  private final Submitter submitter;
  private final SubmissionKeys keys;
  private final Set<String> inFlight = ConcurrentHashMap.newKeySet();

  public KeyedSubmissions(Submitter submitter, SubmissionKeys keys) {
    this.submitter = submitter;
    this.keys = keys;
  }

  /** What came of a submission. */
  public sealed interface Outcome {
    record Stored(Submitted submitted) implements Outcome {}

    /**
     * It had been stored before.
     *
     * @param job the first one of it
     */
    record Known(JobId job) implements Outcome {}

    /** The key stands for another submission. */
    record OtherSubmission() implements Outcome {}

    /** The same submission is being stored. */
    record InFlight() implements Outcome {}
  }

  public Outcome submit(Submission submission) throws IOException {
    if (submission.key().isEmpty()) {
      return new Outcome.Stored(submitter.submit(submission));
    }
    Intake.Key key = submission.key().get();
    if (!inFlight.add(key.value())) {
      return new Outcome.InFlight();
    }
    try {
      Optional<SubmissionKeys.Known> known = keys.find(key.value());
      if (known.isEmpty()) {
        return new Outcome.Stored(submitter.submit(submission));
      }
      return known.get().digest().equals(key.digest())
          ? new Outcome.Known(known.get().job())
          : new Outcome.OtherSubmission();
    } finally {
      inFlight.remove(key.value());
    }
  }
}
