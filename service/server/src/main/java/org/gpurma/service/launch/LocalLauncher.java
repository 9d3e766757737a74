package org.gpurma.service.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.gpurma.service.isolation.JobUser;
import org.gpurma.service.remote.Subprocess;

/**
 * Runs mpirun on this machine, in a session of its own that outlives the service.
 *
 * <p>A shell around mpirun writes its own pid first and mpirun's exit code last, because a
 * restarted service is not the parent and could not ask for it.
 */
public final class LocalLauncher implements JobLauncher {
  public static final String OUTPUT = "launcher.log";
  private final JobUser user;

  /**
   * @param user that mpirun and what it starts run as
   */
  public LocalLauncher(JobUser user) {
    this.user = user;
  }

  private static final Duration ASKING = Duration.ofSeconds(10);
  private static final String PID = "launcher.pid";
  private static final String EXIT = "launcher.exit";

  // A trapped (not ignored) signal is back to default in mpirun, and the shell lives to write the
  // code.
  private static final String SCRIPT =
      """
      trap : TERM INT HUP
      echo $$ > launcher.pid.tmp && mv launcher.pid.tmp launcher.pid
      "$@"
      echo $? > launcher.exit.tmp && mv launcher.exit.tmp launcher.exit
      """;

  @Override
  public LaunchedJob launch(LaunchOrder order) throws IOException {
    Path folder = order.runFolder();
    for (Map.Entry<String, String> file : order.plan().files().entrySet()) {
      Path target = folder.resolve(file.getKey());
      // Made anew: what lies there may be a link that a job has made.
      Files.deleteIfExists(target);
      Files.writeString(target, file.getValue(), StandardOpenOption.CREATE_NEW);
      user.shareToRead(target);
    }
    List<String> words = new ArrayList<>(List.of("setsid", "sh", "-c", SCRIPT, "launcher"));
    words.addAll(order.plan().command());
    List<String> command = user.command(words);
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(folder.resolve(OUTPUT).toFile())
            .redirectErrorStream(true);
    user.clean(builder.environment());
    builder.environment().putAll(order.plan().environment());
    builder.environment().put(MarkedProcesses.variable(), order.launchId());
    builder.environment().put("LC_ALL", "C");
    Process process = builder.start();
    return new LocalJob(order, process.onExit().thenApply(_ -> readExit(folder)));
  }

  @Override
  public Optional<LaunchedJob> reattach(LaunchOrder order) {
    Path folder = order.runFolder();
    MarkedProcesses processes = processes(order);
    Optional<ProcessHandle> shell =
        readNumber(folder.resolve(PID))
            .flatMap(pid -> processes.find().stream().filter(p -> p.pid() == pid).findFirst());
    if (shell.isPresent()) {
      return Optional.of(
          new LocalJob(order, shell.get().onExit().thenApply(_ -> readExit(folder))));
    }
    if (Files.exists(folder.resolve(PID)) || !processes.find().isEmpty()) {
      return Optional.of(new LocalJob(order, CompletableFuture.completedFuture(readExit(folder))));
    }
    return Optional.empty();
  }

  /** The shell is the leader of the session. */
  private static MarkedProcesses processes(LaunchOrder order) {
    return new MarkedProcesses(order.launchId(), readNumber(order.runFolder().resolve(PID)));
  }

  private static LaunchExit readExit(Path folder) {
    return new LaunchExit(
        readNumber(folder.resolve(EXIT))
            .map(code -> OptionalInt.of(code.intValue()))
            .orElse(OptionalInt.empty()));
  }

  private static Optional<Long> readNumber(Path file) {
    try {
      return Optional.of(Long.parseLong(Files.readString(file).strip()));
    } catch (IOException | NumberFormatException _) {
      return Optional.empty();
    }
  }

  private record LocalJob(LaunchOrder order, CompletableFuture<LaunchExit> exit)
      implements LaunchedJob {
    @Override
    public void terminate() {
      processes(order).terminate();
    }

    @Override
    public int kill() {
      return processes(order).kill();
    }

    @Override
    public boolean isDebugged() {
      return processes(order).anyTraced();
    }

    @Override
    public List<Remains> remains() throws InterruptedException {
      String node = order.placements().getFirst().node();
      List<Remains> remains = new ArrayList<>();
      int left = processes(order).find().size();
      if (left > 0) {
        remains.add(Remains.processes(node, left));
      }
      GpuRemains.of(node, order.placements(), command -> Subprocess.output(command, ASKING))
          .find()
          .ifPresent(remains::add);
      return remains;
    }
  }
}
