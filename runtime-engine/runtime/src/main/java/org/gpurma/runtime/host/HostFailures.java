package org.gpurma.runtime.host;

import java.util.Arrays;
import java.util.List;
import org.gpurma.runtime.failure.Failure;

/** What a host program threw, as a failure of the job. */
final class HostFailures {

  private static final int MOST_FRAMES = 5;
  private static final int MOST_CAUSES = 3;

  private HostFailures() {}

  static Failure of(Throwable thrown) {
    List<StackTraceElement> own =
        Arrays.stream(thrown.getStackTrace()).filter(HostClassLoader::loaded).toList();
    StringBuilder message = new StringBuilder(describe(thrown));
    own.stream()
        .limit(MOST_FRAMES)
        .forEach(frame -> message.append("\n  at ").append(where(frame)));
    Throwable cause = thrown.getCause();
    for (int i = 0; i < MOST_CAUSES && cause != null; i++) {
      message.append("\ncaused by ").append(describe(cause));
      cause = cause.getCause();
    }
    return own.isEmpty() || own.getFirst().getFileName() == null
        ? new Failure.HostProgramFailed(message.toString())
        : new Failure.HostProgramFailed(
            message.toString(),
            own.getFirst().getFileName(),
            Math.max(own.getFirst().getLineNumber(), 0));
  }

  private static String describe(Throwable thrown) {
    return thrown instanceof OutOfMemoryError
        ? thrown + "; raise program.host.heapMiB of the job spec"
        : thrown.toString();
  }

  /** Without the name of the class loader. */
  private static String where(StackTraceElement frame) {
    return "%s.%s(%s:%d)"
        .formatted(
            frame.getClassName(),
            frame.getMethodName(),
            frame.getFileName(),
            frame.getLineNumber());
  }
}
