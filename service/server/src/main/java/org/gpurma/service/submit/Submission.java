package org.gpurma.service.submit;

import java.util.List;
import java.util.Optional;
import org.gpurma.service.jobspec.SpecFormat;

/**
 * A job as it was sent.
 *
 * @param catalogueFolder where its files are, if they were not sent along
 * @param settings name=value
 */
public record Submission(
    byte[] spec, SpecFormat format, Optional<String> catalogueFolder, List<String> settings) {
  public Submission {
    settings = List.copyOf(settings);
  }
}
