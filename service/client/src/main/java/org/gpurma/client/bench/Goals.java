package org.gpurma.client.bench;

import java.util.List;
import org.gpurma.model.Measurement;

/** What the micro-benchmarks should reach on H200 GPUs joined by NVLink, beside what they did. */
public final class Goals {

  private static final String NVSHMEM = "nvshmem";
  private static final long MIB = 1 << 20;

  private static final List<Goal> ALL =
      List.of(
          put("notified put, same GPU, 8 B", "device", 8, 0.5),
          put("notified put, same GPU, 1 KiB", "device", 1024, 0.6),
          put("notified put, next GPU, 8 B", "peer", 8, 0.9),
          put("notified put, next GPU, 1 KiB", "peer", 1024, 1.0),
          put("notified put, next GPU, 8 KiB", "peer", 8192, 1.9),
          put("notified put, next GPU, 64 KiB", "peer", 65536, 3.4),
          put("notified put, next GPU, 1 MiB", "peer", MIB, 24),
          new Goal(
                  "all ranks to the next GPU, 1 MiB each",
                  Selection.of("put_bandwidth").path("peer").bytes(MIB),
                  375,
                  "GB/s")
              .beside(
                  Selection.of("put_bandwidth").path("peer").by(NVSHMEM),
                  Selection.of("put_stream").path("peer").by("cudaMemcpyPeer")),
          new Goal(
                  "matching behind 16 others, over counting",
                  Selection.of("put_notify_ahead_16").path("device").bytes(8),
                  1.3,
                  "x")
              .over(Selection.of("put_count").path("device").bytes(8)),
          new Goal(
                  "WORLD barrier of several GPUs",
                  Selection.of("barrier_world").path("peer"),
                  3.2,
                  "us")
              .beside(Selection.of("barrier_world").path("peer").by(NVSHMEM)),
          put("notified put, host network, 4 B", "network", 4, 3.0),
          new Goal(
                  "host loop in Java, over C++",
                  Selection.of("queue_round_trip").path("H-H").by("Java host loop"),
                  1.05,
                  "x")
              .over(Selection.of("queue_round_trip").path("H-H").by("C++ host loop")),
          new Goal(
              "log entries of one rank",
              Selection.of("log_sustained").path("host").ranks(1),
              3,
              "M/s"),
          new Goal(
              "log entries of all ranks of a GPU",
              Selection.of("log_sustained").path("host"),
              30,
              "M/s"));

  private Goals() {}

  public static Table table(List<Measurement> measurements) {
    return new Table(
        List.of("", "GPU RMA", "peers", "goal", ""),
        ALL.stream().map(goal -> goal.row(measurements)).toList());
  }

  private static Goal put(String what, String path, long bytes, double target) {
    Selection ours = Selection.of("put_notify").path(path).bytes(bytes);
    return new Goal(what, ours, target, Measurement.TIME).beside(ours.by(NVSHMEM));
  }
}
