package org.gpurma.client.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.gpurma.client.bench.Comparison;
import org.gpurma.client.bench.FitReport;
import org.gpurma.client.bench.Goals;
import org.gpurma.client.bench.MeasurementFile;
import org.gpurma.client.bench.Plots;
import org.gpurma.client.bench.Table;
import org.gpurma.model.Measurement;
import org.gpurma.model.ProtocolFit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What the micro-benchmarks among job-specs measured; needs no service. */
@Command(
    name = "bench",
    description = "Tables, models and plots of what the bench-* jobs measured (results.csv).",
    synopsisSubcommandLabel = "(table | fit | plot)",
    subcommands = {BenchCommand.Show.class, BenchCommand.Fit.class, BenchCommand.Draw.class})
final class BenchCommand {

  /** The files that every subcommand reads. */
  static final class Input {

    @Spec(Spec.Target.MIXEE)
    CommandSpec command;

    @Parameters(
        paramLabel = "FILE",
        arity = "1..*",
        description = "results.csv of one or more runs; of a line measured twice the first counts.")
    List<Path> files;

    List<Measurement> measurements() {
      return MeasurementFile.readAll(files);
    }

    void print(Table table) {
      PrintWriter out = command.commandLine().getOut();
      table.lines().forEach(out::println);
      out.flush();
    }
  }

  @Command(
      name = "table",
      description = "Print the goals beside what was measured, here and by peers, as Markdown.")
  static final class Show implements Runnable {

    @Mixin Input input;

    @Option(
        names = "--all",
        description = "Every measurement, one implementation beside the other.")
    boolean all;

    @Option(names = "--json", paramLabel = "FILE", description = "Write all measurements there.")
    Path json;

    @Override
    public void run() {
      List<Measurement> measurements = input.measurements();
      input.print(all ? Comparison.table(measurements) : Goals.table(measurements));
      if (json != null) {
        WrittenFile.write(json, MeasurementFile.json(measurements));
      }
    }
  }

  @Command(
      name = "fit",
      description = {
        "Fit the Hockney model, latency + bytes / bandwidth, to the times by size:",
        "least squares of the relative errors, parameters of their own for each protocol."
      })
  static final class Fit implements Runnable {

    @Mixin Input input;

    @Option(
        names = "--switch",
        paramLabel = "BYTES",
        split = ",",
        description = "Sizes at which a new protocol begins; found where absent.")
    List<Long> switches = List.of();

    @Option(
        names = "--protocols",
        paramLabel = "N",
        defaultValue = "3",
        description = "The most protocols to look for. Default: 3.")
    int most;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the parameters there too.")
    Path json;

    @Override
    public void run() {
      List<ProtocolFit> fits = ProtocolFit.ofAll(input.measurements(), switches, most);
      input.print(FitReport.table(fits));
      if (json != null) {
        WrittenFile.write(json, FitReport.json(fits));
      }
    }
  }

  @Command(
      name = "plot",
      description = "Write a plot by size, by ranks or both for each operation, as SVG.")
  static final class Draw implements Runnable {

    @Mixin Input input;

    @Option(
        names = "--out",
        paramLabel = "FOLDER",
        required = true,
        description = "Where the plots go.")
    Path folder;

    @Override
    public void run() {
      Map<String, String> plots = Plots.of(input.measurements());
      plots.forEach((name, svg) -> WrittenFile.write(folder.resolve(name), svg));
      PrintWriter out = input.command.commandLine().getOut();
      plots.keySet().forEach(name -> out.println(folder.resolve(name)));
      out.flush();
    }
  }

  private BenchCommand() {}
}
