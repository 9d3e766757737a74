package org.gpurma.client.submission;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Makes a submission of a job spec on disk: its text and the files of its folder that it uses. */
public final class SubmissionReader {

  static final long MOST_BYTES = 64L << 20;
  private static final long MOST_SPEC_BYTES = 1L << 20;

  private final long mostBytes;

  public SubmissionReader() {
    this(MOST_BYTES);
  }

  SubmissionReader(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  public Submission read(Path specFile, Map<String, String> overrides) {
    String spec = readSpec(specFile);
    JobFolder folder = new JobFolder(specFile.toAbsolutePath().getParent());
    List<JobFile> files =
        SpecNames.of(spec, overrides).map(names -> files(folder, names)).orElse(List.of());
    checkSize(specFile, files);
    return new Submission(spec, contentType(specFile), files, overrides);
  }

  private static String contentType(Path specFile) {
    return specFile.toString().endsWith(".json") ? "application/json" : "application/yaml";
  }

  private static String readSpec(Path specFile) {
    try {
      if (Files.size(specFile) > MOST_SPEC_BYTES) {
        throw new UnusableJobException(specFile + " is larger than 1 MiB: not a job spec");
      }
      return Files.readString(specFile);
    } catch (CharacterCodingException e) {
      throw new UnusableJobException(specFile + " is not UTF-8 text: not a job spec", e);
    } catch (IOException e) {
      throw new UnusableJobException("Cannot read " + specFile + ": " + e.getMessage(), e);
    }
  }

  private static List<JobFile> files(JobFolder folder, SpecNames names) {
    Deque<Path> found = new ArrayDeque<>();
    for (NamePattern pattern : names.patterns()) {
      switch (pattern) {
        case NamePattern.Exact(String name) -> folder.find(name).ifPresent(found::add);
        case NamePattern.Wildcard wildcard -> found.addAll(folder.search(wildcard));
      }
    }
    names.texts().stream()
        .flatMap(text -> Includes.in(text).stream())
        .forEach(include -> folder.find(include).ifPresent(found::add));
    return withIncludes(folder, found);
  }

  private static List<JobFile> withIncludes(JobFolder folder, Deque<Path> unseen) {
    TreeSet<Path> all = new TreeSet<>();
    while (!unseen.isEmpty()) {
      Path file = unseen.remove();
      if (all.add(file)) {
        Includes.in(file)
            .forEach(include -> folder.findBeside(file, include).ifPresent(unseen::add));
      }
    }
    List<JobFile> files = new ArrayList<>();
    all.forEach(file -> files.add(jobFile(folder, file)));
    return files;
  }

  private static JobFile jobFile(JobFolder folder, Path file) {
    try {
      return new JobFile(folder.nameOf(file), file, Files.size(file));
    } catch (IOException e) {
      throw new UnusableJobException("Cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  private void checkSize(Path specFile, List<JobFile> files) {
    long bytes = files.stream().mapToLong(JobFile::bytes).sum();
    if (bytes > mostBytes) {
      JobFile largest = files.stream().max(Comparator.comparingLong(JobFile::bytes)).orElseThrow();
      throw new UnusableJobException(
          "The %d files that %s names are %d MiB together, more than the %d MiB a submission may have; the largest is %s with %d MiB"
              .formatted(
                  files.size(),
                  specFile,
                  mebibytes(bytes),
                  mebibytes(mostBytes),
                  largest.name(),
                  mebibytes(largest.bytes())));
    }
  }

  private static long mebibytes(long bytes) {
    return Math.ceilDiv(bytes, 1L << 20);
  }
}
