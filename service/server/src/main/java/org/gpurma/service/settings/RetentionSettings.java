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
    Setting.notNegative("gpurma.retention.age", age);
    Setting.within("gpurma.retention.count", count, 0, Integer.MAX_VALUE);
    Setting.require(
        !bytes.isNegative(),
        "gpurma.retention.bytes",
        "be 0 or more, e.g. 500GB",
        bytes.toString());
    Setting.require(
        every.toMillis() > 0, "gpurma.retention.every", "be 1ms or more", every.toString());
  }
}
