package org.gpurma.service.web;

import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.gpurma.service.job.Job;

/**
 * Tags of jobs: the version that is stored, and a checksum over all that is shown. A condition on a
 * change looks at the version alone: what is only observed, such as the length of the log, is no
 * reason to refuse it.
 */
final class Etags {
  private Etags() {}

  static String of(Job job, byte[] body) {
    var checksum = new CRC32C();
    checksum.update(body);
    return "\"" + job.version() + "-" + HexFormat.of().toHexDigits(checksum.getValue(), 8) + "\"";
  }

  /** Whether a client that has one of these tags has what there is. */
  static boolean isKnown(Optional<String> ifNoneMatch, String tag) {
    return ifNoneMatch
        .filter(tags -> tags.strip().equals("*") || split(tags).contains(tag))
        .isPresent();
  }

  /** Refuses a change to a job that is no longer as its sender has seen it. */
  static void requireMatch(Optional<String> ifMatch, Job job) {
    String version = "\"" + job.version();
    boolean matches =
        ifMatch.isEmpty()
            || ifMatch.get().strip().equals("*")
            || split(ifMatch.get()).stream()
                .anyMatch(tag -> tag.startsWith(version + "-") || tag.equals(version + "\""));
    if (!matches) {
      throw new ApiException(
          ProblemType.PRECONDITION_FAILED,
          "Job "
              + job.id()
              + " has changed; it is "
              + job.state().word()
              + ", version "
              + job.version()
              + ". Get it again and decide anew");
    }
  }

  private static List<String> split(String tags) {
    return List.of(tags.strip().replaceAll("\\bW/", "").split("\\s*,\\s*"));
  }
}
