package org.gpurma.service.submit;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.gpurma.service.job.Intake;
import org.gpurma.service.jobspec.SpecFormat;

/**
 * A job as it was sent.
 *
 * @param catalogueFolder where its files are, if they were not sent along
 * @param settings name=value
 * @param files the files that were sent along
 * @param held it waits until it is released
 * @param key the name its sender has given to it
 */
public record Submission(
    byte[] spec,
    SpecFormat format,
    Optional<String> catalogueFolder,
    List<String> settings,
    Optional<Staged> files,
    boolean held,
    Optional<Intake.Key> key) {
  public Submission {
    settings = List.copyOf(settings);
  }

  /** The same under a name of its sender's. */
  public Submission named(String name) throws IOException {
    return new Submission(
        spec,
        format,
        catalogueFolder,
        settings,
        files,
        held,
        Optional.of(new Intake.Key(name, SubmissionDigest.of(this))));
  }
}
