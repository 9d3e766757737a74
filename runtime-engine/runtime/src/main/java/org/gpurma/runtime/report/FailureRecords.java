package org.gpurma.runtime.report;

import org.gpurma.runtime.failure.Failure;
import org.gpurma.wire.FailureKind;
import org.gpurma.wire.SpooledRecord;

/** Failures as the service reads them. */
public final class FailureRecords {

  private FailureRecords() {}

  public static SpooledRecord.Builder record(Failure failure) {
    org.gpurma.wire.Failure.Builder record =
        org.gpurma.wire.Failure.newBuilder().setKind(kind(failure)).setMessage(failure.message());
    failure.rank().ifPresent(record::setRank);
    if (failure instanceof Failure.AssertionFailed assertion) {
      record.setFile(assertion.file()).setLine(assertion.line());
    }
    if (failure instanceof Failure.HostProgramFailed program) {
      record.setFile(program.file()).setLine(program.line());
    }
    return SpooledRecord.newBuilder().setFailure(record);
  }

  private static FailureKind kind(Failure failure) {
    return switch (failure) {
      case Failure.AssertionFailed _ -> FailureKind.ASSERTION;
      case Failure.IllegalAddress _ -> FailureKind.ILLEGAL_ADDRESS;
      case Failure.DeviceError _ -> FailureKind.DEVICE_ERROR;
      case Failure.NetworkError _ -> FailureKind.NETWORK_ERROR;
      case Failure.HostProgramFailed _ -> FailureKind.HOST_PROGRAM;
      case Failure.OutOfMemory _ -> FailureKind.OUT_OF_MEMORY;
      case Failure.WindowMisuse _ -> FailureKind.WINDOW_MISUSE;
      case Failure.NotificationOverflow _ -> FailureKind.NOTIFICATION_OVERFLOW;
      case Failure.ApiMisuse _ -> FailureKind.API_MISUSE;
      case Failure.BadRunSpec _ -> FailureKind.BAD_RUN_SPEC;
      case Failure.PlacementMismatch _ -> FailureKind.PLACEMENT_MISMATCH;
      case Failure.RuntimeError _ -> FailureKind.RUNTIME_ERROR;
      case Failure.Deadlock _ -> FailureKind.DEADLOCK;
    };
  }
}
