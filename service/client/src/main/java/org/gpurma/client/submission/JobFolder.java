package org.gpurma.client.submission;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The folder of a job spec: the files a job may use lie in it or below, and nowhere else. */
final class JobFolder {

  private static final int MOST_FILES_SEARCHED = 10_000;

  private final Path root;

  JobFolder(Path root) {
    this.root = root.toAbsolutePath().normalize();
  }

  /** The file of that name, where there is one inside the folder. */
  Optional<Path> find(String name) {
    return resolve(root, name);
  }

  Optional<Path> findBeside(Path file, String name) {
    return resolve(file.getParent(), name);
  }

  private Optional<Path> resolve(Path base, String name) {
    try {
      Path file = base.resolve(name).normalize();
      return file.startsWith(root) && Files.isRegularFile(file)
          ? Optional.of(checked(file))
          : Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** The files whose names match, hidden ones left out. */
  List<Path> search(NamePattern.Wildcard wildcard) {
    return files().stream()
        .filter(file -> wildcard.pattern().matcher(nameOf(file)).matches())
        .map(this::checked)
        .toList();
  }

  String nameOf(Path file) {
    return root.relativize(file).toString().replace('\\', '/');
  }

  private List<Path> files() {
    List<Path> files;
    try (Stream<Path> found = Files.walk(root)) {
      files = found.filter(this::isVisible).limit(MOST_FILES_SEARCHED + 1L).toList();
    } catch (IOException | UncheckedIOException e) {
      throw new UnusableJobException("Cannot search " + root + ": " + e.getMessage(), e);
    }
    if (files.size() > MOST_FILES_SEARCHED) {
      throw new UnusableJobException(
          root + " holds more than 10,000 files; give the job a folder of its own");
    }
    return files.stream().filter(Files::isRegularFile).toList();
  }

  private boolean isVisible(Path path) {
    for (Path part : root.relativize(path)) {
      if (part.toString().startsWith(".")) {
        return false;
      }
    }
    return true;
  }

  private Path checked(Path file) {
    try {
      if (file.toRealPath().startsWith(root.toRealPath())) {
        return file;
      }
    } catch (IOException e) {
      throw new UnusableJobException("Cannot read " + file + ": " + e.getMessage(), e);
    }
    throw new UnusableJobException(
        file + " is a link that leaves the job's folder; put the file itself there");
  }
}
