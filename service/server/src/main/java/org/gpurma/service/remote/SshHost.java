package org.gpurma.service.remote;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gpurma.service.settings.ServiceSettings;

/**
 * A machine that commands are run on over ssh.
 *
 * @param target a host, an address, {@code user@host}
 */
public record SshHost(ServiceSettings.Ssh settings, String target) {
  /** Nobody is there to type a password; a host that is lost is given up after 5 s. */
  private static final List<String> OPTIONS =
      List.of(
          "-o", "BatchMode=yes",
          "-o", "ConnectTimeout=4",
          "-o", "ServerAliveInterval=1",
          "-o", "ServerAliveCountMax=5");

  /** Program and options, without the host. */
  public static List<String> command(ServiceSettings.Ssh settings) {
    List<String> command = new ArrayList<>();
    command.add(settings.command());
    // Of an option that is given twice, ssh takes the first.
    command.addAll(settings.options());
    command.addAll(OPTIONS);
    return command;
  }

  /**
   * Runs a shell script there and returns what it prints.
   *
   * @throws IOException where the host is not reached or the script fails
   */
  public String run(String script, Duration timeout) throws IOException, InterruptedException {
    return new String(
        named(builder(script).redirectInput(Path.of("/dev/null").toFile()), timeout),
        StandardCharsets.UTF_8);
  }

  /** The same, with the output of a command of this machine as its input. */
  public void runWithInputOf(List<String> localCommand, String script, Duration timeout)
      throws IOException, InterruptedException {
    named(pipe(localCommand, commandLine(script)), timeout);
  }

  /** Runs a script there, and a command here that takes its output. */
  public void runIntoInputOf(String script, List<String> localCommand, Duration timeout)
      throws IOException, InterruptedException {
    named(pipe(commandLine(script), localCommand), timeout);
  }

  /** The shell fails with either of the two. */
  private static ProcessBuilder pipe(List<String> from, List<String> into) {
    return new ProcessBuilder(
            "bash",
            "-c",
            "set -o pipefail; %s | %s".formatted(Shell.words(from), Shell.words(into)))
        .redirectInput(Path.of("/dev/null").toFile());
  }

  private ProcessBuilder builder(String script) {
    return new ProcessBuilder(commandLine(script));
  }

  /** Whatever the user's login shell is there. */
  private List<String> commandLine(String script) {
    List<String> command = command(settings);
    command.add(target);
    command.add("exec sh -c " + Shell.word(script));
    return command;
  }

  private byte[] named(ProcessBuilder builder, Duration timeout)
      throws IOException, InterruptedException {
    try {
      return Subprocess.run(builder, timeout);
    } catch (IOException e) {
      throw new IOException(target + ": " + e.getMessage(), e);
    }
  }
}
