package org.gpurma.host;

/** The host API was used wrongly, or cannot do what it was asked; the message says what to do. */
public abstract sealed class GpuRmaException extends RuntimeException {

  private static final long serialVersionUID = 1;

  GpuRmaException(String message) {
    super(message);
  }

  /** The kernel was to run a second time. */
  public static final class AlreadyRun extends GpuRmaException {
    private static final long serialVersionUID = 1;

    AlreadyRun() {
      super(
          "gpurma.run was called twice: a job runs its kernel once; put the repetition into the kernel, or submit a second job");
    }
  }

  /** Something was asked for that only a run gives. */
  public static final class NotRun extends GpuRmaException {
    private static final long serialVersionUID = 1;

    NotRun(String what) {
      super(what + " are known after the run only; call gpurma.run first");
    }
  }

  /** A call came after {@link GpuRma#finish}. */
  public static final class Finished extends GpuRmaException {
    private static final long serialVersionUID = 1;

    Finished() {
      super("gpurma was used after gpurma.finish; move finish, or the end of the try, behind it");
    }
  }

  /** The userdata cannot be passed to the ranks. */
  public static final class BadUserdata extends GpuRmaException {
    private static final long serialVersionUID = 1;

    BadUserdata(String message) {
      super(message);
    }
  }

  /** Device memory is used up, was freed, or does not reach that far. */
  public static final class BadDeviceMemory extends GpuRmaException {
    private static final long serialVersionUID = 1;

    BadDeviceMemory(String message) {
      super(message);
    }
  }

  /** A parameter, file, output or buffer that the job spec does not name, or not so. */
  public static final class NotInJobSpec extends GpuRmaException {
    private static final long serialVersionUID = 1;

    NotInJobSpec(String message) {
      super(message);
    }
  }
}
