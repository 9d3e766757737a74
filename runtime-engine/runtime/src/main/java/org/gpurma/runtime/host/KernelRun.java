package org.gpurma.runtime.host;

import org.gpurma.runtime.engine.DeviceUserdata;
import org.gpurma.runtime.engine.RunSummary;

/** Runs the kernel of this process, in step with all others. */
@FunctionalInterface
public interface KernelRun {

  /**
   * Returns when the ranks of all processes have ended.
   *
   * @throws org.gpurma.host.JobEndedException when the job ended before; why is on the failure
   *     board
   */
  RunSummary run(DeviceUserdata userdata);
}
