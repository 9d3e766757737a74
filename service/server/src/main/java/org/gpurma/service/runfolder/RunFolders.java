package org.gpurma.service.runfolder;

import java.nio.file.Path;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.job.JobId;

/** The folders of the service's data. */
public record RunFolders(Path data) {
  /** A folder a job. */
  public Path jobs() {
    return data.resolve("jobs");
  }

  public Path job(JobId job) {
    return jobs().resolve(job.value());
  }

  public RunFolder attempt(AttemptId attempt) {
    return new RunFolder(job(attempt.job()).resolve("attempt-" + attempt.number()));
  }

  /** Files that were sent with jobs, a folder a submission. */
  public Path files() {
    return data.resolve("files");
  }

  public Path programs() {
    return data.resolve("programs");
  }

  public Path probes() {
    return data.resolve("probes");
  }
}
