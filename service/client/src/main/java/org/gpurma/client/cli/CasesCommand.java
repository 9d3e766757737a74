package org.gpurma.client.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.gpurma.client.bench.CasePlots;
import org.gpurma.client.bench.CaseRun;
import org.gpurma.client.bench.CaseTable;
import org.gpurma.client.bench.MeasurementFile;
import org.gpurma.client.bench.ModelTable;
import org.gpurma.model.Calibration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What the case studies among job-specs measured; needs no service. */
@Command(
    name = "cases",
    description = "Tables and plots of what the case studies measured (results.csv).",
    synopsisSubcommandLabel = "(table | plot | predict)",
    subcommands = {CasesCommand.Show.class, CasesCommand.Draw.class, CasesCommand.Predict.class})
final class CasesCommand {

  /** The files that every subcommand reads. */
  static final class Input {

    @Spec(Spec.Target.MIXEE)
    CommandSpec command;

    @Parameters(
        paramLabel = "FILE",
        arity = "1..*",
        description = "results.csv of one or more runs; of a run made twice the first counts.")
    List<Path> files;

    List<CaseRun> runs() {
      return CaseRun.readAll(files);
    }

    PrintWriter out() {
      return command.commandLine().getOut();
    }
  }

  @Command(
      name = "table",
      description = "Print every run beside the same by plain kernels and MPI, as Markdown.")
  static final class Show implements Runnable {

    @Mixin Input input;

    @Override
    public void run() {
      CaseTable.of(input.runs()).lines().forEach(input.out()::println);
      input.out().flush();
    }
  }

  @Command(
      name = "plot",
      description = "Write plots over the number of GPUs and over the size, as SVG.")
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
      Map<String, String> plots = CasePlots.of(input.runs());
      plots.forEach((name, svg) -> WrittenFile.write(folder.resolve(name), svg));
      plots.keySet().forEach(name -> input.out().println(folder.resolve(name)));
      input.out().flush();
    }
  }

  @Command(
      name = "predict",
      description = {
        "Print what the models of horizontal diffusion in four stencils predict, also for the",
        "stencil, beside what was measured, as Markdown."
      })
  static final class Predict implements Runnable {

    @Mixin Input input;

    @Option(
        names = "--calibration",
        paramLabel = "FILE",
        required = true,
        description = "results.csv of the job calibrate on the same GPUs.")
    List<Path> calibration;

    @Override
    public void run() {
      ModelTable.of(new Calibration(MeasurementFile.readAll(calibration)), input.runs())
          .lines()
          .forEach(input.out()::println);
      input.out().flush();
    }
  }

  private CasesCommand() {}
}
