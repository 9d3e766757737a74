package org.gpurma.client.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CompletionTest {
  @TempDir Path folder;

  private static String script() {
    StringWriter out = new StringWriter();
    assertThat(
            Main.run(
                new PrintWriter(out, true),
                new PrintWriter(new StringWriter()),
                false,
                "completion"))
        .isEqualTo(ExitCode.SUCCEEDED);
    return out.toString();
  }

  @Test
  void theOneCommandKnowsAllCommands() throws IOException {
    String dispatcher = Files.readString(Path.of("../../gpurma"));
    String passedOn =
        dispatcher.substring(
            dispatcher.indexOf("    submit | "), dispatcher.indexOf("command_line"));

    assertThat(passedOn.replaceAll("[|)\\\\]", " ").strip().split("\\s+"))
        .containsExactlyInAnyOrderElementsOf(
            new CommandLine(Main.command()).getSubcommands().keySet());
  }

  @Test
  void everyCommandThatAsksTheServiceSpeaksJsonAndIsCompletedWithItsOptions() {
    CommandLine commands = new CommandLine(Main.command());
    String script = script();
    everyCommand(commands)
        .forEach(
            command -> {
              var options = command.getCommandSpec().optionsMap();
              // The end of a key has nothing to say, and a schema is JSON.
              if (options.containsKey("--server")
                  && !List.of("revoke", "schema").contains(command.getCommandName())) {
                assertThat(options).as(command.getCommandName()).containsKey("--json");
              }
              command
                  .getCommandSpec()
                  .options()
                  .forEach(option -> assertThat(script).contains(option.longestName()));
            });
  }

  private static Stream<CommandLine> everyCommand(CommandLine of) {
    return of.getSubcommands().values().stream()
        .flatMap(command -> Stream.concat(Stream.of(command), everyCommand(command)));
  }

  @Test
  void bashCompletesCommandsAndOptions() throws Exception {
    Path script = Files.writeString(folder.resolve("completion"), script());

    assertThat(completed(script, "gpurma", "sub")).containsExactly("submit");
    assertThat(completed(script, "gpurma", "submit", "--fo")).containsExactly("--follow");
    assertThat(completed(script, "gpurma", "re")).contains("release", "resume", "retry");
  }

  /** What bash proposes for the last word. */
  private static List<String> completed(Path script, String... words) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                "bash",
                "-c",
                "source \"$1\"; shift; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1));"
                    + " COMP_LINE=\"$*\"; _complete_gpurma; printf '%s\\n' \"${COMPREPLY[@]}\"",
                "bash",
                script.toString()));
    command.addAll(List.of(words));
    return run(command).lines().map(String::strip).toList();
  }

  /** In a terminal, with the key: zsh lets nobody ask what it would propose. */
  @Test
  @Timeout(60)
  void zshCompletesCommandsAndOptions() throws Exception {
    assumeTrue(isInstalled("zsh"), "zsh is missing, completion there is not tested: zsh");
    Path script = Files.writeString(folder.resolve("completion"), script());
    String terminal =
        """
        zmodload zsh/zpty
        zpty shell zsh -f -i
        zpty -w shell "PS1='prompt>'; source %s && print rea''dy"
        zpty -r shell said '*ready*prompt>*'
        for line in 'gpurma sub' 'gpurma submit --fo' './gpurma can'; do
          zpty -w -n shell $line$'\\t# typed\\x15'
          zpty -r shell said '*# typed*'
          print -r -- $said
        done
        zpty -d shell
        """
            .formatted(script);

    assertThat(run(List.of("zsh", "-f", "-c", terminal)))
        .contains("gpurma submit", "gpurma submit --follow", "./gpurma cancel");
  }

  private static boolean isInstalled(String program) {
    return Arrays.stream(System.getenv("PATH").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  private static String run(List<String> command) throws IOException, InterruptedException {
    Process shell =
        new ProcessBuilder(command) // Where compopt tells that nobody is completing.
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    shell.getOutputStream().close();
    String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor()).as(said).isZero();
    return said;
  }
}
