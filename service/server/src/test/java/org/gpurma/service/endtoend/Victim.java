package org.gpurma.service.endtoend;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What of a running job a test kills. */
enum Victim {
  SERVICE {
    @Override
    boolean is(Member member) {
      return false;
    }
  },
  MPIRUN {
    @Override
    boolean is(Member member) {
      return member.name().equals("mpirun");
    }
  },
  /** The script that becomes Java, too; not a command that the script runs on its way. */
  RUNTIME {
    @Override
    boolean is(Member member) {
      return member.name().equals("java")
          || (member.name().equals(SCRIPT) && !nameOf(member.parent()).equals(SCRIPT));
    }
  },
  /** The shell around mpirun; over ssh also the agent, its connection, the guard, the daemon. */
  HELPER {
    @Override
    boolean is(Member member) {
      return Set.of("sh", "ssh", "orted", "gpurma-guard").contains(member.name());
    }
  };

  private static final String MARK = "GPURMA_LAUNCH=";
  private static final String SCRIPT = "gpurma-runtime";

  /** A process of a launch, on whatever host: this machine sees into the namespaces of all. */
  record Member(long pid, long parent, String name, String command, String mark) {
    boolean belongsTo(Set<String> launches) {
      return launches.stream()
          .anyMatch(launch -> mark.startsWith(launch) || command.contains(launch));
    }
  }

  abstract boolean is(Member member);

  /** The processes of the job whose run folder this is; none where it has not been launched. */
  static List<Member> members(Path jobFolder) {
    List<Member> all = all();
    Set<String> launches =
        all.stream()
            .filter(member -> !member.mark().isEmpty())
            .filter(member -> member.command().contains(jobFolder.toString()))
            .map(member -> member.mark().replace("@node", ""))
            .collect(Collectors.toSet());
    return all.stream().filter(member -> member.belongsTo(launches)).toList();
  }

  private static List<Member> all() {
    List<Member> members = new ArrayList<>();
    try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : processes) {
        read(process).ifPresent(members::add);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return members;
  }

  private static Optional<Member> read(Path process) {
    try {
      String command = text(process.resolve("cmdline")).replace('\0', ' ');
      String mark =
          Stream.of(text(process.resolve("environ")).split("\0"))
              .filter(variable -> variable.startsWith(MARK))
              .map(variable -> variable.substring(MARK.length()))
              .findFirst()
              .orElse("");
      // A process that is over and not asked for yet has no command line.
      return command.isBlank()
          ? Optional.empty()
          : Optional.of(
              new Member(
                  Long.parseLong(process.getFileName().toString()),
                  parent(text(process.resolve("stat"))),
                  text(process.resolve("comm")).strip(),
                  command,
                  mark));
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /** pid (name) state parent ...; the name may hold anything. */
  private static long parent(String stat) {
    return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[1]);
  }

  private static String nameOf(long pid) {
    try {
      return text(Path.of("/proc/" + pid + "/comm")).strip();
    } catch (IOException _) {
      return "";
    }
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }
}
