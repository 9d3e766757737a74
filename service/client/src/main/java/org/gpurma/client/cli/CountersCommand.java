package org.gpurma.client.cli;

import java.util.Optional;
import java.util.concurrent.Callable;
import org.gpurma.client.GpuRmaClient;
import org.gpurma.client.job.JobCounters;
import org.gpurma.client.job.JobCounters.Gpu;
import org.gpurma.client.job.JobCounters.PathTotals;
import org.gpurma.client.job.JobCounters.ProcessCounters;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "counters",
    description = "Print what a job's ranks have put, got and waited, by process and data path.")
final class CountersCommand implements Callable<Integer> {

  @Mixin ServiceOption service;
  @Mixin JsonOption json;

  @Option(
      names = "--attempt",
      paramLabel = "N",
      description = "Of this attempt; default: the last one.")
  Optional<Integer> attempt;

  @Parameters(paramLabel = "JOB", description = "The job's id.")
  String job;

  @Override
  public Integer call() {
    Console console = service.console();
    try (GpuRmaClient client = service.client()) {
      JobCounters counters = client.counters(job, attempt);
      if (json.wanted) {
        JsonOption.print(console, counters);
      } else if (counters.processes().isEmpty()) {
        console.remark("No process of attempt " + counters.attempt() + " has counted anything.");
      } else {
        print(console, counters);
      }
      return ExitCode.SUCCEEDED;
    }
  }

  private static void print(Console console, JobCounters counters) {
    var paths = new Listing("PROCESS", "PATH", "PUTS", "GETS", "BYTES", "NOTIFIED", "MATCHED");
    var processes =
        new Listing("PROCESS", "BARRIERS", "WAITED", "STALLS", "LOG HIGH", "CPU", "MEMORY", "GPU");
    for (ProcessCounters process : counters.processes()) {
      for (PathTotals path : process.paths()) {
        paths.row(
            process.process(),
            path.path(),
            path.puts(),
            path.gets(),
            Units.bytes(path.putBytes() + path.getBytes()),
            path.notificationsSent(),
            path.notificationsMatched());
      }
      processes.row(
          process.process(),
          process.barriers(),
          Units.seconds(process.waitSeconds()),
          process.queueFullStalls(),
          process.log().highWater() + "/" + process.log().capacity(),
          Units.seconds(process.runtime().cpuSeconds()),
          Units.bytes(process.runtime().residentBytes()),
          gpu(process.gpu()));
    }
    paths.print(console);
    console.print("");
    processes.print(console);
  }

  private static String gpu(Gpu gpu) {
    if (gpu == null || gpu.utilization() == null) {
      return "-";
    }
    String busy = Math.round(100 * gpu.utilization()) + " %";
    return gpu.powerWatts() == null ? busy : busy + ", " + Math.round(gpu.powerWatts()) + " W";
  }
}
