package org.gpurma.runtime.network.openmpi;

import java.nio.ByteBuffer;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import org.gpurma.runtime.network.OutboundMessage;

/** Sent straight from its memory, without a copy on this side. */
final class OpenMpiMessage implements OutboundMessage {

  private final ByteBuffer memory;
  private Request inFlight;

  OpenMpiMessage(ByteBuffer memory) {
    this.memory = memory;
  }

  @Override
  public void sendNow(int process, int bytes) {
    try {
      MPI.COMM_WORLD.send(memory, bytes, MPI.BYTE, process, OpenMpiNetwork.TAG);
    } catch (MPIException e) {
      throw OpenMpiWorld.failed("sending to process " + process, e);
    }
  }

  @Override
  public void send(int process, int bytes) {
    send(process, bytes, OpenMpiNetwork.TAG);
  }

  @Override
  public void sendData(int process, int transfer, int bytes) {
    send(process, bytes, OpenMpiNetwork.FIRST_DATA_TAG + transfer);
  }

  @Override
  public boolean isSent() {
    try {
      if (inFlight != null && inFlight.test()) {
        inFlight = null;
      }
      return inFlight == null;
    } catch (MPIException e) {
      throw OpenMpiWorld.failed("completing a send", e);
    }
  }

  private void send(int process, int bytes, int tag) {
    try {
      inFlight = MPI.COMM_WORLD.iSend(memory, bytes, MPI.BYTE, process, tag);
    } catch (MPIException e) {
      throw OpenMpiWorld.failed("sending to process " + process, e);
    }
  }
}
