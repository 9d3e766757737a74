package org.gpurma.service.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gpurma.service.settings.ServiceSettings;

/**
 * An ssh to hosts that are all this machine. A host can be down.
 *
 * @param folder for the program, and for what lies on the hosts
 */
public record FakeSsh(Path folder) {
  private static final String SCRIPT =
      """
      #!/bin/sh
      while :; do
        case $1 in
        -o | -F) shift 2 ;;
        *) break ;;
        esac
      done
      host=$1
      shift
      if [ -e "%1$s/down-$host" ]; then
        echo "ssh: connect to host $host port 22: No route to host" >&2
        exit 255
      fi
      echo "$host" >>"%1$s/calls"
      PATH="%1$s/programs on hosts:$PATH" exec sh -c "$*"
      """;

  public static FakeSsh in(Path folder) throws IOException {
    write(folder.resolve("ssh"), SCRIPT.formatted(folder));
    return new FakeSsh(folder);
  }

  public ServiceSettings.Ssh settings() {
    return new ServiceSettings.Ssh(
        folder.resolve("ssh").toString(),
        List.of("-F", "none"),
        folder.resolve("on hosts").toString());
  }

  /** A program that all hosts have. */
  public void install(String name, String script) throws IOException {
    Path programs = Files.createDirectories(folder.resolve("programs on hosts"));
    write(programs.resolve(name), "#!/bin/sh\n" + script);
  }

  private static void write(Path program, String script) throws IOException {
    Files.writeString(program, script);
    if (!program.toFile().setExecutable(true)) {
      throw new IOException(program + " cannot be made executable");
    }
  }

  public void down(String host) throws IOException {
    Files.createFile(folder.resolve("down-" + host));
  }
}
