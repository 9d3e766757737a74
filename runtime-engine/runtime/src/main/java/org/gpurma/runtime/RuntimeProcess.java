package org.gpurma.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.gpurma.runtime.config.RuntimeConfig;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.failure.FailureException;
import org.gpurma.runtime.network.World;
import org.gpurma.runtime.network.openmpi.OpenMpiPointToPoint;
import org.gpurma.runtime.network.openmpi.OpenMpiWorld;
import org.gpurma.runtime.report.FailureRecords;
import org.gpurma.runtime.report.OutputSink;
import org.gpurma.runtime.report.ServiceAddress;
import org.gpurma.runtime.report.ServiceConnection;
import org.gpurma.runtime.report.Spool;
import org.gpurma.runtime.report.Uploader;
import org.gpurma.wire.DeviceKind;
import org.gpurma.wire.RunSpec;

/** The runtime process of one GPU, started by mpirun with the run folder as its argument. */
public final class RuntimeProcess {

  /** A process that was told to stop has a second before it is killed. */
  private static final Duration STOP_UPLOAD = Duration.ofMillis(200);

  private final RunFolder folder;
  private final RunSpec spec;
  private final RuntimeConfig config;
  private final World world;
  private final Spool spool;
  private final FailureBoard failures;
  private final Optional<ServiceConnection> service;

  private RuntimeProcess(RunFolder folder, RunSpec spec, RuntimeConfig config, World world)
      throws IOException {
    this.folder = folder;
    this.spec = spec;
    this.config = config;
    this.world = world;
    spool = Spool.open(folder.spool(world.process()));
    failures = new FailureBoard(this::report);
    service =
        spec.getServiceUrl().isEmpty()
            ? Optional.empty()
            : Optional.of(new ServiceConnection(ServiceAddress.of(spec)));
  }

  /** Takes the run folder. */
  public static void main(String[] arguments) {
    if (arguments.length != 1) {
      System.err.println("usage: gpurma-runtime RUN_FOLDER, under mpirun");
      Runtime.getRuntime().halt(ExitCode.BAD_RUN_SPEC.code());
    }
    ExitCode code = run(new RunFolder(Path.of(arguments[0]).toAbsolutePath()));
    // Not exit: ranks that were given up may still run, and must not run into what a shutdown
    // frees.
    Runtime.getRuntime().halt(code.code());
  }

  private static ExitCode run(RunFolder folder) {
    try {
      RunSpec spec = folder.readSpec();
      RuntimeConfig config = RuntimeConfig.fromSystem().with(spec);
      return new RuntimeProcess(folder, spec, config, new OpenMpiWorld(wantsThreads(spec, config)))
          .run();
    } catch (FailureException | IllegalArgumentException | IOException e) {
      System.err.println("gpurma-runtime: " + e.getMessage());
      return ExitCode.BAD_RUN_SPEC;
    }
  }

  /**
   * Ranks that are threads of the same cores leave none for another thread that polls; otherwise
   * two threads do more than one.
   */
  private static boolean wantsThreads(RunSpec spec, RuntimeConfig config) {
    return switch (config.mpiThreads()) {
      case SINGLE -> false;
      case MULTIPLE -> true;
      case AUTO -> spec.getDevice() == DeviceKind.CUDA;
    };
  }

  private ExitCode run() {
    Shutdown shutdown = Shutdown.install(failures);
    Optional<Uploader> uploader =
        service.map(connection -> new Uploader(world.process(), spool, connection));
    uploader.ifPresent(Uploader::start);
    boolean succeeded = runJob();
    spool.flush();
    boolean stopped = failures.isStopRequested();
    uploader.ifPresent(upload -> upload.close(stopped ? STOP_UPLOAD : config.uploadTimeout()));
    shutdown.everythingIsKept();
    if (!stopped) {
      Farewell.say(world, succeeded);
    }
    return stopped ? ExitCode.STOPPED : succeeded ? ExitCode.SUCCESS : ExitCode.FAILED;
  }

  /** Returns whether the job succeeded as far as this process knows. */
  private boolean runJob() {
    OutputSink outputs = new OutputSink(folder.path(), service, config.uploadTimeout());
    try {
      switch (spec.getModel()) {
        case GPU_RMA -> new JobRun(folder, spec, config, world, spool, outputs, failures).run();
        case MPI_CUDA ->
            new KernelJobRun(
                    folder,
                    spec,
                    config,
                    world,
                    new OpenMpiPointToPoint(),
                    spool,
                    outputs,
                    failures)
                .run();
        case UNRECOGNIZED ->
            failures.report(new Failure.BadRunSpec("model: neither GPU_RMA nor MPI_CUDA"));
      }
    } catch (FailureException e) {
      failures.report(e.failure());
    } catch (Agreement.PeerFailedException _) {
      failures.reportPeer();
    } catch (RuntimeException | LinkageError e) {
      e.printStackTrace();
      failures.report(new Failure.RuntimeError("the runtime process broke: " + e));
    }
    return !failures.isEnding();
  }

  private void report(Failure failure) {
    System.err.println("gpurma-runtime: " + failure.describe());
    try {
      spool.append(FailureRecords.record(failure));
      spool.flush();
    } catch (UncheckedIOException e) {
      System.err.println("gpurma-runtime: the failure cannot be spooled: " + e.getMessage());
    }
  }
}
