package org.gpurma.model;

/** How the ranks of a job reach each other. */
public enum Reach {
  /** All on one GPU. */
  DEVICE,
  /** On GPUs of one node. */
  NODE,
  /** By the network only. */
  NETWORK;

  /** The slowest path that occurs, as far as it was measured. */
  String slowest(Calibration calibration, String operation) {
    return switch (this) {
      case DEVICE -> Calibration.DEVICE;
      // GPUs of a node that cannot map each other's memory use the network.
      case NODE ->
          calibration.has(operation, Calibration.PEER) ? Calibration.PEER : Calibration.NETWORK;
      case NETWORK -> Calibration.NETWORK;
    };
  }
}
