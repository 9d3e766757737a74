package org.gpurma.service.submit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.gpurma.service.jobspec.BufferSpec;
import org.gpurma.service.jobspec.CheckSpec;
import org.gpurma.service.jobspec.HostSpec;
import org.gpurma.service.jobspec.JobFolder;
import org.gpurma.service.jobspec.JobSpec;

/** Copies what a job needs of a catalogue folder: the files its spec names, and all sources. */
final class JobFiles {
  private static final List<String> SOURCES =
      List.of(".cu", ".cuh", ".h", ".hpp", ".hh", ".inc", ".inl");

  private JobFiles() {}

  static void copy(JobSpec spec, JobFolder from, Path to) throws IOException {
    for (String name : needed(spec, from)) {
      Path target = to.resolve(name);
      if (!Files.exists(target)) {
        Files.createDirectories(target.getParent());
        Files.copy(from.find(name), target);
      }
    }
  }

  private static Set<String> needed(JobSpec spec, JobFolder from) throws IOException {
    Set<String> names = new LinkedHashSet<>();
    JobSpec.Binary binary = spec.program().binary();
    if (binary != null) {
      Stream.of(binary.cuda(), binary.emulated()).filter(Objects::nonNull).forEach(names::add);
    } else if (spec.program().source() == null) {
      names.add(Path.of(spec.program().file()).normalize().toString());
    }
    names.addAll(hostFiles(spec.program().host()));
    spec.inputs().forEach(input -> names.add(input.file()));
    if (spec.userdata().file() != null) {
      names.add(spec.userdata().file());
    }
    for (BufferSpec buffer : spec.buffers()) {
      if (buffer.input() != null) {
        names.add(buffer.input());
      }
    }
    for (CheckSpec check : spec.check()) {
      if (check instanceof CheckSpec.Compare compare) {
        names.add(compare.reference());
      }
    }
    try (Stream<Path> all = Files.walk(from.root())) {
      all.filter(path -> SOURCES.stream().anyMatch(path.toString()::endsWith))
          .filter(Files::isRegularFile)
          .forEach(path -> names.add(from.root().relativize(path).toString()));
    }
    return distinct(names);
  }

  private static List<String> hostFiles(HostSpec host) {
    if (host == null) {
      return List.of();
    }
    List<String> names = new ArrayList<>(host.files());
    if (host.source() == null) {
      names.add(host.isCompiled() ? host.file() : host.jar());
    }
    return names;
  }

  /** "a/./b" and "a/b" are one file. */
  private static Set<String> distinct(Set<String> names) {
    Set<String> normal = new LinkedHashSet<>();
    names.forEach(name -> normal.add(Path.of(name).normalize().toString()));
    return normal;
  }
}
