package org.gpurma.runtime.device;

import java.util.OptionalInt;

/** What a launched kernel is doing. */
public sealed interface RunState {

  Running RUNNING = new Running();
  Ended ENDED = new Ended();

  record Running() implements RunState {}

  record Ended() implements RunState {}

  /**
   * The kernel died.
   *
   * @param block index of the block at fault, where the device tells
   */
  record Faulted(FaultKind kind, String message, OptionalInt block) implements RunState {}

  /** What a device can die of. */
  enum FaultKind {
    ILLEGAL_ADDRESS,
    DEVICE_ERROR
  }
}
