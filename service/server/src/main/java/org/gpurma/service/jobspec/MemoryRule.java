package org.gpurma.service.jobspec;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** Sizes are such as the device library can count with. */
final class MemoryRule implements SpecRule {
  /** Their places are found by masking a count. */
  private static final List<String> RINGS = List.of("command", "arrivals", "log");

  private static final int STAGING_UNIT = 64;

  @Override
  public void check(JsonNode spec, JobFolder folder, Findings findings) {
    for (String ring : RINGS) {
      JsonNode entries = spec.path("memory").path("queues").path(ring);
      String pointer = "/memory/queues/" + ring;
      if (entries.isInt() && Integer.bitCount(entries.asInt()) != 1 && !findings.has(pointer)) {
        int below = Integer.highestOneBit(Math.max(1, entries.asInt()));
        findings.add(
            pointer,
            "must be a power of two, e.g. %d or %d, but is %s"
                .formatted(below, 2L * below, entries));
      }
    }
    JsonNode eager = spec.path("transport").path("eagerBytes");
    if (eager.isInt() && eager.asInt() % STAGING_UNIT != 0) {
      findings.add(
          "/transport/eagerBytes",
          "must be a multiple of %d, e.g. %d, but is %s"
              .formatted(
                  STAGING_UNIT, Math.ceilDiv(eager.asInt(), STAGING_UNIT) * STAGING_UNIT, eager));
    }
  }
}
