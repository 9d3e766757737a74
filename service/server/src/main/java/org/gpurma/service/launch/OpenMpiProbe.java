package org.gpurma.service.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * Asks Open MPI for its facts, once a version: ompi_info --all loads every component, which takes
 * seconds on some machines, so its answer is kept on disk.
 */
public final class OpenMpiProbe {
  private final String ompiInfo;
  private final Path cacheFolder;
  private OpenMpiFacts facts;

  public OpenMpiProbe(String ompiInfo, Path cacheFolder) {
    this.ompiInfo = ompiInfo;
    this.cacheFolder = cacheFolder;
  }

  public synchronized OpenMpiFacts facts() throws IOException {
    if (facts == null) {
      facts = read();
    }
    return facts;
  }

  private OpenMpiFacts read() throws IOException {
    String version = run("--version").lines().findFirst().orElse("unknown");
    Path cached = cacheFolder.resolve("ompi_info " + version.replaceAll("[^A-Za-z0-9.]", "_"));
    if (!Files.exists(cached)) {
      Files.createDirectories(cacheFolder);
      Path fresh = Files.createTempFile(cacheFolder, "ompi_info", ".tmp");
      Files.writeString(fresh, run("--all"));
      Files.move(fresh, cached, StandardCopyOption.ATOMIC_MOVE);
    }
    try (Stream<String> lines = Files.lines(cached, StandardCharsets.UTF_8)) {
      return OpenMpiFacts.parse(lines);
    }
  }

  private String run(String option) throws IOException {
    Process process =
        new ProcessBuilder(List.of(ompiInfo, "--parsable", option))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    process.getOutputStream().close();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
