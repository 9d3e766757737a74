package org.gpurma.host;

/**
 * The host part of a job, named by {@code program.host} of the job spec. The runtime makes one
 * object of the class in each process, with its constructor without parameters.
 */
@FunctionalInterface
public interface HostProgram {

  /**
   * Runs in every process of the job, on the thread that may use {@code gpurma}. Each process calls
   * one of the {@code gpurma.run} methods, once. Whatever is thrown ends the job.
   *
   * @param gpurma initialised: the kernel of the job spec is loaded, memory is allocated
   */
  void run(GpuRma gpurma, HostArguments arguments) throws Exception;
}
