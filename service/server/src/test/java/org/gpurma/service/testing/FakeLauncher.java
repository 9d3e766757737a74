package org.gpurma.service.testing;

import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.gpurma.service.launch.JobLauncher;
import org.gpurma.service.launch.LaunchExit;
import org.gpurma.service.launch.LaunchOrder;
import org.gpurma.service.launch.LaunchedJob;
import org.gpurma.service.launch.Remains;
import org.gpurma.wire.RunSpec;

/** Plays the processes of a job in threads; what they do is the play of the test. */
public final class FakeLauncher implements JobLauncher {
  /** Returns mpirun's exit code. */
  public interface Play {
    int run(List<FakeProcess> processes) throws InterruptedException;
  }

  /** Every rank says hello, and all is well. */
  public static final Play HELLO =
      processes -> {
        processes.forEach(FakeProcess::start);
        processes.forEach(FakeProcess::greet);
        processes.forEach(FakeProcess::finish);
        return 0;
      };

  private final Map<String, LaunchedJob> launched = new ConcurrentHashMap<>();
  private final AtomicInteger launches = new AtomicInteger();
  private volatile Play play = HELLO;
  private volatile List<Remains> remains = List.of();

  public void play(Play next) {
    this.play = next;
  }

  /** What is still there when a job has ended. */
  public void leave(Remains... left) {
    this.remains = List.of(left);
  }

  public int launches() {
    return launches.get();
  }

  @Override
  public LaunchedJob launch(LaunchOrder order) throws IOException {
    launches.incrementAndGet();
    RunSpec run = readRunSpec(order.runFolder());
    List<FakeProcess> processes =
        IntStream.range(0, run.getPlacementsCount())
            .mapToObj(i -> new FakeProcess(run, order.runFolder(), i))
            .toList();
    var job = new Fake(new CompletableFuture<>(), () -> remains);
    launched.put(order.launchId(), job);
    Play now = play;
    Thread.ofVirtual().start(() -> job.run(now, processes));
    return job;
  }

  private static RunSpec readRunSpec(Path folder) {
    try {
      return TextFormat.parse(Files.readString(folder.resolve("run.txtpb")), RunSpec.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Optional<LaunchedJob> reattach(LaunchOrder order) {
    return Optional.ofNullable(launched.get(order.launchId()));
  }

  private record Fake(CompletableFuture<LaunchExit> exit, Supplier<List<Remains>> left)
      implements LaunchedJob {
    void run(Play play, List<FakeProcess> processes) {
      try {
        exit.complete(new LaunchExit(OptionalInt.of(play.run(processes))));
      } catch (InterruptedException | RuntimeException e) {
        exit.complete(new LaunchExit(OptionalInt.of(99)));
      }
    }

    @Override
    public void terminate() {
      exit.complete(new LaunchExit(OptionalInt.of(143)));
    }

    @Override
    public int kill() {
      exit.complete(new LaunchExit(OptionalInt.of(137)));
      return 0;
    }

    @Override
    public List<Remains> remains() {
      return left.get();
    }
  }
}
