package org.gpurma.runtime.network.openmpi;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mpi.MPI;
import mpi.MPIException;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureException;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.network.World;

/** The processes that mpirun started; a process started alone is a world of its own. */
public final class OpenMpiWorld implements World {

  private final int process;
  private final int processes;
  private final boolean allowsThreads;

  /**
   * One thread at a time calls MPI, unless several are wanted and {@link #allowsThreads} says that
   * they may.
   */
  public OpenMpiWorld(boolean wantsThreads) {
    try {
      int wanted = wantsThreads ? MPI.THREAD_MULTIPLE : MPI.THREAD_SERIALIZED;
      int provided = MPI.InitThread(new String[0], wanted);
      if (provided < MPI.THREAD_SERIALIZED) {
        throw new FailureException(
            new Failure.NetworkError("this Open MPI offers no thread support"));
      }
      allowsThreads = provided >= MPI.THREAD_MULTIPLE;
      MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
      process = MPI.COMM_WORLD.getRank();
      processes = MPI.COMM_WORLD.getSize();
    } catch (MPIException e) {
      throw failed("MPI_Init_thread", e);
    }
  }

  @Override
  public boolean allowsThreads() {
    return allowsThreads;
  }

  @Override
  public int process() {
    return process;
  }

  @Override
  public int processes() {
    return processes;
  }

  @Override
  public String version() {
    String version = MPI.getLibVersion();
    int end = version.indexOf(',');
    return end < 0 ? version.strip() : version.substring(0, end);
  }

  @Override
  public boolean isCudaAware() {
    return CudaSupport.isThere();
  }

  @Override
  public List<byte[]> allGather(byte[] mine) {
    try {
      int[] lengths = new int[processes];
      MPI.COMM_WORLD.allGather(new int[] {mine.length}, 1, MPI.INT, lengths, 1, MPI.INT);
      int[] starts = new int[processes];
      for (int i = 1; i < processes; i++) {
        starts[i] = starts[i - 1] + lengths[i - 1];
      }
      byte[] all = new byte[starts[processes - 1] + lengths[processes - 1]];
      MPI.COMM_WORLD.allGatherv(mine, mine.length, MPI.BYTE, all, lengths, starts, MPI.BYTE);
      List<byte[]> parts = new ArrayList<>();
      for (int i = 0; i < processes; i++) {
        parts.add(Arrays.copyOfRange(all, starts[i], starts[i] + lengths[i]));
      }
      return parts;
    } catch (MPIException e) {
      throw failed("MPI_Allgather", e);
    }
  }

  @Override
  public NetworkManager connect(MemorySegment memory, int slotBytes) {
    try {
      return new OpenMpiNetwork(memory, slotBytes);
    } catch (MPIException e) {
      throw failed("MPI_Recv_init", e);
    }
  }

  @Override
  public void close() {
    try {
      MPI.Finalize();
    } catch (MPIException e) {
      throw failed("MPI_Finalize", e);
    }
  }

  static FailureException failed(String call, MPIException e) {
    return new FailureException(new Failure.NetworkError(call + ": " + e.getMessage()), e);
  }
}
