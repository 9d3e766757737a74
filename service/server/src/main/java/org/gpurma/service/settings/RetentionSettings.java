package org.gpurma.service.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How long jobs that have ended are kept, as {@code gpurma.retention.*}.
 *
 * @param age after its end a job is removed, with its folder; 0: never for its age
 * @param count so many of those that have ended are kept, the newest; 0: any number
 * @param bytes so many of their folders are kept, the newest jobs' (logs, files, outputs); 0: any
 *     number
 * @param every how often it is looked what is to be removed
 */
@ConfigurationProperties("gpurma.retention")
public record RetentionSettings(
    @DefaultValue("0") Duration age,
    @DefaultValue("0") int count,
    @DefaultValue("0B") DataSize bytes,
    @DefaultValue("1h") Duration every) {
  public RetentionSettings {
    if (age.isNegative() || count < 0 || bytes.isNegative() || every.toMillis() < 1) {
      throw new IllegalArgumentException(
          "gpurma.retention: age, count and bytes must be 0 or more and every more than 0, but they are "
              + age
              + ", "
              + count
              + ", "
              + bytes
              + " and "
              + every);
    }
  }
}
