package org.gpurma.service.endtoend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.gpurma.service.remote.Subprocess;
import org.gpurma.service.runfolder.Folders;

/**
 * Hosts that are network, name, mount and process namespaces of this machine, with an address, a
 * private /tmp and an sshd each. What the test's service keeps on disk is hidden from them, and so
 * is the user's home: what a shell does there first may take a lock that is never given back when a
 * host is killed.
 */
final class Hosts implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final String SSHD = "/usr/sbin/sshd";

  /** Keys and configurations; in sight of the hosts wherever the tests run. */
  private final Path folder;

  private final Path hidden;
  private final String prefix = "gp" + ThreadLocalRandom.current().nextInt(1 << 24);
  private final String subnet =
      "10.%d.%d"
          .formatted(
              ThreadLocalRandom.current().nextInt(100, 250),
              ThreadLocalRandom.current().nextInt(1, 250));
  private final Map<String, Process> running = new TreeMap<>();
  private final List<String> names = new ArrayList<>();

  /** Takes a folder that they do not see, like everything below /tmp and /var/tmp. */
  Hosts(Path hidden) throws IOException, InterruptedException {
    this.hidden = hidden;
    folder = Files.createTempDirectory(Path.of("/run"), "gpurma-hosts");
    Files.createDirectories(Path.of("/run/sshd"));
    keys("client");
    ip("link add %s type bridge", bridge());
    ip("addr add %s/24 dev %s", serviceAddress(), bridge());
    ip("link set %s up", bridge());
  }

  /** Why this machine cannot have such hosts; empty where it can. */
  static String missing() {
    if (!"root".equals(System.getProperty("user.name"))) {
      return "hosts of their own need root";
    }
    for (String tool : List.of("ip", "unshare", "nsenter", "ssh", "ssh-keygen", "bash", "tar")) {
      if (Stream.of(System.getenv("PATH").split(":"))
          .noneMatch(path -> Files.isExecutable(Path.of(path, tool)))) {
        return "hosts of their own need " + tool;
      }
    }
    if (!Files.isExecutable(Path.of(SSHD))) {
      return "hosts of their own need " + SSHD + " (Debian: openssh-server)";
    }
    try {
      Subprocess.output(List.of("unshare", "--net", "--uts", "--pid", "--fork", "true"), TIMEOUT);
      return "";
    } catch (IOException e) {
      return "hosts of their own need namespaces: " + e.getMessage();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private String bridge() {
    return prefix + "b";
  }

  private String namespace(String name) {
    return prefix + name;
  }

  String serviceAddress() {
    return subnet + ".1";
  }

  String network() {
    return subnet + ".0/24";
  }

  String address(String name) {
    return subnet + "." + (11 + names.indexOf(name));
  }

  private static void ip(String format, Object... values) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("ip"));
    command.addAll(List.of(format.formatted(values).split(" ")));
    Subprocess.output(command, TIMEOUT);
  }

  private void keys(String name) throws IOException, InterruptedException {
    Subprocess.output(
        List.of(
            "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder.resolve(name).toString()),
        TIMEOUT);
  }

  /** A fresh host; one of that name that was killed is there again. */
  void boot(String name) throws IOException, InterruptedException {
    if (!names.contains(name)) {
      names.add(name);
      keys(name);
      ip("netns add %s", namespace(name));
      ip("link add %s type veth peer name eth0 netns %s", port(name), namespace(name));
      ip("link set %s master %s up", port(name), bridge());
      ip("-n %s addr add %s/24 dev eth0", namespace(name), address(name));
      ip("-n %s link set eth0 up", namespace(name));
      ip("-n %s link set lo up", namespace(name));
    }
    Path config = folder.resolve(name + ".sshd");
    Files.writeString(
        config,
        """
        ListenAddress %s
        HostKey %s
        AuthorizedKeysFile %s
        PidFile none
        StrictModes no
        UsePAM no
        PermitRootLogin yes
        PasswordAuthentication no
        """
            .formatted(address(name), folder.resolve(name), folder.resolve("client.pub")));
    String inside =
        "hostname %s; for d in %s /dev/shm /var/tmp /tmp %s; do mount -t tmpfs tmpfs $d; done;"
            + " exec %s -D -e -f %s";
    running.put(
        name,
        new ProcessBuilder(
                "nsenter",
                "--net=/run/netns/" + namespace(name),
                "unshare",
                "--uts",
                "--mount",
                "--pid",
                "--fork",
                "--kill-child",
                "--mount-proc",
                "sh",
                "-ec",
                inside.formatted(name, hidden, System.getProperty("user.home"), SSHD, config))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(name + ".log").toFile())
            .start());
  }

  private String port(String name) {
    return prefix + name.substring(name.length() - 1);
  }

  /** All its processes are gone at once, as when its power is. */
  void kill(String name) {
    ProcessHandle first = running.get(name).children().findFirst().orElseThrow();
    first.destroyForcibly();
  }

  /**
   * Whether a process runs on one of them.
   *
   * @param process its folder in /proc
   */
  boolean have(Path process) throws IOException {
    String network = Files.readSymbolicLink(process.resolve("ns/net")).toString();
    for (String name : names) {
      Object number = Files.getAttribute(Path.of("/run/netns", namespace(name)), "unix:ino");
      if (network.equals("net:[" + number + "]")) {
        return true;
      }
    }
    return false;
  }

  void cut(String name) throws IOException, InterruptedException {
    ip("link set %s down", port(name));
  }

  void mend(String name) throws IOException, InterruptedException {
    ip("link set %s up", port(name));
  }

  /** What they have said, for a test that waits for them in vain. */
  String logs() throws IOException {
    StringBuilder said = new StringBuilder();
    for (String name : names) {
      said.append(name).append(": ").append(Files.readString(folder.resolve(name + ".log")));
    }
    return said.toString();
  }

  /** What a service is told to reach them. */
  List<String> options(int servicePort) throws IOException {
    Path config = folder.resolve("client.config");
    Files.writeString(
        config,
        """
        IdentityFile %s
        StrictHostKeyChecking no
        UserKnownHostsFile /dev/null
        LogLevel ERROR
        User root
        """
            .formatted(folder.resolve("client")));
    List<String> options = new ArrayList<>();
    options.add("--server.port=" + servicePort);
    options.add("--server.address=0.0.0.0");
    options.add("--gpurma.security.keys=off");
    options.add("--gpurma.service-url=http://" + serviceAddress() + ":" + servicePort);
    options.add("--gpurma.cluster.network=" + network());
    options.add("--gpurma.cluster.ask-again=500ms");
    options.add("--gpurma.ssh.options=-F," + config);
    for (int i = 0; i < names.size(); i++) {
      options.add("--gpurma.cluster.nodes[%d].name=%s".formatted(i, names.get(i)));
      options.add("--gpurma.cluster.nodes[%d].ssh=%s".formatted(i, address(names.get(i))));
    }
    return options;
  }

  @Override
  public void close() throws IOException, InterruptedException {
    running
        .values()
        .forEach(
            process -> {
              process.children().forEach(ProcessHandle::destroyForcibly);
              process.destroyForcibly();
            });
    for (String name : names) {
      ip("netns del %s", namespace(name));
    }
    ip("link del %s", bridge());
    Folders.delete(folder);
  }
}
