package org.gpurma.service.submit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.gpurma.service.jobspec.JobFolder;

/** The jobs that come with the service, one folder each. */
public record Catalogue(Path root) {
  /** Thrown with a message for the person who named the folder. */
  public static final class UnknownFolderException extends RuntimeException {
    UnknownFolderException(String message) {
      super(message);
    }
  }

  public JobFolder folder(String name) {
    List<String> known = names();
    if (!known.contains(name)) {
      throw new UnknownFolderException(
          "There is no folder '"
              + name
              + "' among the job specs of this service (there are: "
              + (known.isEmpty() ? "none" : String.join(", ", known))
              + ")");
    }
    return new JobFolder(root.resolve(name));
  }

  public List<String> names() {
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(root)) {
      return folders
          .filter(folder -> Files.isRegularFile(folder.resolve("job.yaml")))
          .map(folder -> folder.getFileName().toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
