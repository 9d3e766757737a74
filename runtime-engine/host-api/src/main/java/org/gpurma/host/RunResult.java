package org.gpurma.host;

import java.time.Duration;
import java.util.List;

/**
 * What one run took.
 *
 * @param kernelTime from the launch to the end of the kernel
 * @param timings what the ranks of this process measured with the CPU timer, in order
 */
public record RunResult(Duration kernelTime, List<Duration> timings) {

  public RunResult {
    timings = List.copyOf(timings);
  }
}
