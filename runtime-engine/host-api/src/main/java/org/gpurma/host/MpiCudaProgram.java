package org.gpurma.host;

/**
 * The host part of a job of {@code model: mpi-cuda}: it launches plain kernels and passes messages
 * itself. The runtime makes one object of the class in each process, one a GPU, with its
 * constructor without parameters.
 */
@FunctionalInterface
public interface MpiCudaProgram {

  /**
   * Runs in every process of the job, on the thread that may use {@code cuda}. Whatever is thrown
   * ends the job.
   */
  void run(MpiCuda cuda, HostArguments arguments) throws Exception;
}
