package org.gpurma.runtime.network.openmpi;

import java.nio.ByteBuffer;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import org.gpurma.runtime.network.InboundMessage;

/** Received straight into its memory. */
final class OpenMpiInbound implements InboundMessage {

  private final ByteBuffer memory;
  private Request inFlight;

  OpenMpiInbound(ByteBuffer memory) {
    this.memory = memory;
  }

  @Override
  public void receive(int process, int transfer, int bytes) {
    try {
      inFlight =
          MPI.COMM_WORLD.iRecv(
              memory, bytes, MPI.BYTE, process, OpenMpiNetwork.FIRST_DATA_TAG + transfer);
    } catch (MPIException e) {
      throw OpenMpiWorld.failed("receiving data of process " + process, e);
    }
  }

  @Override
  public boolean isReceived() {
    try {
      if (inFlight != null && inFlight.test()) {
        inFlight = null;
      }
      return inFlight == null;
    } catch (MPIException e) {
      throw OpenMpiWorld.failed("completing a receive", e);
    }
  }
}
