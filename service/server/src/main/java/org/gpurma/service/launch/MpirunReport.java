package org.gpurma.service.launch;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What mpirun said about why it ended. */
public sealed interface MpirunReport {
  record KilledBySignal(int process, int signal, String name) implements MpirunReport {}

  record ExitedWith(int process, int code) implements MpirunReport {}

  record CouldNotStart(String executable) implements MpirunReport {}

  /** The first of the findings that name a culprit. */
  static Optional<MpirunReport> parse(String output) {
    return signal(output).or(() -> exitCode(output)).or(() -> start(output));
  }

  private static Optional<MpirunReport> signal(String output) {
    Matcher matcher =
        Pattern.compile(
                "process rank (\\d+) with PID \\d+ on node \\S+\\s+exited on\\s+signal (\\d+)(?: \\(([^)]*)\\))?")
            .matcher(output);
    return matcher.find()
        ? Optional.of(
            new KilledBySignal(
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                matcher.group(3) == null ? "" : matcher.group(3)))
        : Optional.empty();
  }

  private static Optional<MpirunReport> exitCode(String output) {
    Matcher matcher =
        Pattern.compile(
                "Process name:\\s*\\[\\[\\d+,\\d+\\],(\\d+)\\]\\s*(?:\\r?\\n)\\s*Exit code:\\s*(\\d+)")
            .matcher(output);
    return matcher.find()
        ? Optional.of(
            new ExitedWith(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
        : Optional.empty();
  }

  private static Optional<MpirunReport> start(String output) {
    Matcher matcher = Pattern.compile("Executable: (\\S+)").matcher(output);
    return matcher.find() && output.contains("unable to launch")
        ? Optional.of(new CouldNotStart(matcher.group(1)))
        : Optional.empty();
  }
}
