package org.gpurma.service.joblog;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;

/**
 * One line of a job's log.
 *
 * @param cursor its number in the log, from 1; readers resume after it
 * @param rank null unless a rank wrote it
 * @param process index of the runtime process that it came by; null where the service wrote it
 * @param seq and {@code deviceTimeNs}: null unless a rank wrote it
 * @param gap what is missing where it stands; null unless anything is
 */
public record LogLine(
    long cursor,
    Channel channel,
    Level level,
    Long rank,
    Integer process,
    Long seq,
    Long deviceTimeNs,
    Instant time,
    String text,
    @JsonInclude(JsonInclude.Include.NON_NULL) Gap gap) {}
