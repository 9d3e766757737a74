package org.gpurma.service.isolation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.gpurma.service.remote.Subprocess;
import org.gpurma.service.settings.ServiceSettings;

/**
 * The user that compilers and jobs of this machine run as, and their limits. Folders that they work
 * in stay the service's and are shared with the group of that user: what the service has put there
 * they can read, and neither change nor replace.
 */
public final class JobUser {
  private static final Duration ASKING = Duration.ofSeconds(10);
  private static final String SETTING = "gpurma.jobs.user";

  private static final int PASSED_THROUGH = 0710;
  private static final int HIDDEN = 0700;
  private static final int HIDDEN_FILE = 0600;
  private static final int READ = 0750;
  private static final int READ_FILE = 0640;

  /** Sticky: of what is not theirs, members of the group rename or remove nothing. */
  private static final int WORKED_IN = 01770;

  /** Numbers of the user, and what it is called. */
  private record Account(String name, int uid, int gid, String home) {}

  private final Optional<Account> account;
  private final ServiceSettings.Jobs settings;

  private JobUser(Optional<Account> account, ServiceSettings.Jobs settings) {
    this.account = account;
    this.settings = settings;
  }

  /** The user of the service, without limits. */
  public static JobUser own() {
    return new JobUser(Optional.empty(), new ServiceSettings.Jobs("", 0, 0, 0));
  }

  /**
   * @throws IllegalArgumentException where the service cannot run anything as that user, with what
   *     to change
   */
  public static JobUser of(ServiceSettings settings) throws IOException, InterruptedException {
    ServiceSettings.Jobs jobs = settings.jobs();
    if (jobs.user().isBlank()) {
      return new JobUser(Optional.empty(), jobs);
    }
    Account account = account(jobs.user());
    int own = uid();
    if (own == account.uid()) {
      return new JobUser(Optional.empty(), jobs);
    }
    if (own != 0) {
      throw bad(
          "is %s, but only root may run programs as others, and the service runs as user %d; start it"
              + " as root, or leave %s away",
          jobs.user(), own, SETTING);
    }
    if (account.uid() == 0) {
      throw bad("must not be root; name a user that may do nothing else");
    }
    var user = new JobUser(Optional.of(account), jobs);
    user.check(settings);
    return user;
  }

  private static Account account(String name) throws IOException, InterruptedException {
    try {
      String[] entry =
          Subprocess.output(List.of("getent", "passwd", name), ASKING).strip().split(":");
      return new Account(
          entry[0], Integer.parseInt(entry[2]), Integer.parseInt(entry[3]), entry[5]);
    } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException _) {
      throw bad(
          "names no user of this machine: '%s'; make one with useradd --system %s", name, name);
    }
  }

  /** What would fail with every job is said at once. */
  private void check(ServiceSettings settings) throws IOException, InterruptedException {
    Files.createDirectories(settings.dataFolder());
    shareParent(settings.dataFolder());
    for (Path folder : List.of(settings.dataFolder(), settings.bundleFolder())) {
      if (!Files.isDirectory(folder)) {
        continue;
      }
      try {
        Subprocess.output(command(List.of("test", "-x", folder.toString())), ASKING);
      } catch (IOException e) {
        throw bad(
            "is %s, who cannot get to %s, or cannot be taken (%s); let others pass through its"
                + " parents with chmod o+x",
            account.orElseThrow().name(), folder, e.getMessage());
      }
    }
  }

  private static IllegalArgumentException bad(String message, Object... values) {
    return new IllegalArgumentException(SETTING + " " + message.formatted(values));
  }

  private static int uid() throws IOException {
    return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
  }

  /** Whether programs run as root. */
  public boolean isRoot() throws IOException {
    return account.isEmpty() && uid() == 0;
  }

  /** The command as that user, within the limits. */
  public List<String> command(List<String> words) {
    return ProcessLimits.of(0, settings).before(asUser(words));
  }

  private List<String> asUser(List<String> words) {
    List<String> command = new ArrayList<>();
    account.ifPresent(
        user ->
            command.addAll(
                List.of(
                    "setpriv",
                    "--reuid=" + user.uid(),
                    "--regid=" + user.gid(),
                    // Those of that user alone, such as video: none of the service's.
                    "--init-groups",
                    "--no-new-privs",
                    "--")));
    command.addAll(words);
    return List.copyOf(command);
  }

  /** A compiler's command: as any other, and with bounded memory. */
  public List<String> compilerCommand(List<String> words) {
    return ProcessLimits.of(settings.compileMiB(), settings).before(asUser(words));
  }

  /** Of the service's environment, what is none of a job's business. */
  public void clean(Map<String, String> environment) {
    environment.keySet().removeIf(Secrets::isOne);
    account.ifPresent(
        user -> {
          environment.put("USER", user.name());
          environment.put("LOGNAME", user.name());
          environment.put("HOME", user.home());
        });
  }

  /** Lets that user go through a folder, without a look into it. */
  private void shareParent(Path folder) throws IOException {
    if (account.isPresent() && Files.isDirectory(folder)) {
      setMode(folder, PASSED_THROUGH);
    }
  }

  /** Lets that user go to a folder from this one above it. */
  public void sharePassage(Path from, Path to) throws IOException {
    if (account.isEmpty()) {
      return;
    }
    hideAllBut(from, from.resolve(from.relativize(to).getName(0)));
    for (Path above = to.getParent(); above.startsWith(from); above = above.getParent()) {
      shareParent(above);
    }
  }

  /**
   * The database, for one, is made readable for everybody, unless the service's umask forbids it.
   */
  private static void hideAllBut(Path folder, Path shared) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      for (Path path : (Iterable<Path>) all::iterator) {
        if (!path.equals(shared) && !Files.isSymbolicLink(path)) {
          hide(path);
        }
      }
    }
  }

  private static void hide(Path path) throws IOException {
    try {
      Files.setAttribute(path, "unix:mode", Files.isDirectory(path) ? HIDDEN : HIDDEN_FILE);
    } catch (NoSuchFileException _) {
      // The database comes and goes with files of its own.
    }
  }

  /** Lets that user work in a folder. */
  public void shareToWorkIn(Path folder) throws IOException {
    if (account.isPresent()) {
      setMode(folder, WORKED_IN);
    }
  }

  /** Lets that user read all that is in a folder. */
  public void shareToRead(Path folder) throws IOException {
    if (account.isEmpty() || !Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : (Iterable<Path>) all::iterator) {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
          setMode(path, READ);
        } else if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
          setMode(path, READ_FILE);
        }
      }
    }
  }

  private void setMode(Path path, int mode) throws IOException {
    // The group first: a change of it takes bits of the mode away.
    Files.setAttribute(path, "unix:gid", account.orElseThrow().gid(), LinkOption.NOFOLLOW_LINKS);
    Files.setAttribute(path, "unix:mode", mode);
  }
}
