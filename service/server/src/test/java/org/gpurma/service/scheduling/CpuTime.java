package org.gpurma.service.scheduling;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Processor time of the current thread: on a machine that does other things too it says more. */
final class CpuTime {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private CpuTime() {}

  static long nanos() {
    return THREADS.getCurrentThreadCpuTime();
  }
}
