package org.gpurma.service.launch;

import java.util.OptionalLong;
import org.gpurma.service.jobspec.JobSpec;

/**
 * From which lengths on messages to other nodes go another way.
 *
 * @param eager bytes that are sent without asking first; empty: as Open MPI is set up
 * @param gdr bytes that the NIC reads straight from device memory, longer messages by way of host
 *     memory; 0: none; empty: as is best
 */
public record MessageLimits(OptionalLong eager, OptionalLong gdr) {
  public static final MessageLimits AS_SET_UP =
      new MessageLimits(OptionalLong.empty(), OptionalLong.empty());

  /** What the runtime sends ahead of a payload. */
  private static final int ANNOUNCEMENT_BYTES = 64;

  /** A put whose payload goes with its announcement is one message. */
  public static MessageLimits of(JobSpec.Transport transport) {
    return new MessageLimits(
        transport.eagerBytes() == 0
            ? OptionalLong.empty()
            : OptionalLong.of(transport.eagerBytes() + ANNOUNCEMENT_BYTES),
        transport.gdrBytes() == null
            ? OptionalLong.empty()
            : OptionalLong.of(transport.gdrBytes()));
  }
}
