package org.gpurma.runtime.network.openmpi;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import org.gpurma.runtime.network.PointToPoint;

/** Plain messages of MPI; {@link OpenMpiWorld} has begun it. */
public final class OpenMpiPointToPoint implements PointToPoint {

  @Override
  public Transfer send(MemorySegment from, int process, int tag) {
    try {
      return transfer(
          MPI.COMM_WORLD.iSend(buffer(from), (int) from.byteSize(), MPI.BYTE, process, tag));
    } catch (MPIException e) {
      throw OpenMpiWorld.failed("MPI_Isend", e);
    }
  }

  @Override
  public Transfer receive(MemorySegment to, int process, int tag) {
    try {
      return transfer(
          MPI.COMM_WORLD.iRecv(buffer(to), (int) to.byteSize(), MPI.BYTE, process, tag));
    } catch (MPIException e) {
      throw OpenMpiWorld.failed("MPI_Irecv", e);
    }
  }

  @Override
  public double sum(double own) {
    try {
      double[] sum = {own};
      MPI.COMM_WORLD.allReduce(sum, 1, MPI.DOUBLE, MPI.SUM);
      return sum[0];
    } catch (MPIException e) {
      throw OpenMpiWorld.failed("MPI_Allreduce", e);
    }
  }

  @Override
  public void barrier() {
    try {
      MPI.COMM_WORLD.barrier();
    } catch (MPIException e) {
      throw OpenMpiWorld.failed("MPI_Barrier", e);
    }
  }

  private static ByteBuffer buffer(MemorySegment memory) {
    return memory.asByteBuffer();
  }

  private static Transfer transfer(Request request) {
    return () -> {
      try {
        request.waitFor();
        request.free();
      } catch (MPIException e) {
        throw OpenMpiWorld.failed("MPI_Wait", e);
      }
    };
  }
}
