package org.gpurma.service.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A runtime bundle with just the header that lets the smallest kernel compile, and a probe that
 * tells of a machine without GPUs.
 */
public final class TestBundle {
  private static final String PROBE =
      """
      #!/bin/sh
      cpus=$(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status)
      printf '{"format":1,"host":"%s","cpus":"%s","emulatedGpus":%s}' "$(uname -n)" "$cpus" "$2"
      """;

  private TestBundle() {}

  public static Path in(Path folder) {
    Path bundle = folder.resolve("bundle");
    try {
      Path header = bundle.resolve("include/gpurma/emulator/cuda.h");
      Files.createDirectories(header.getParent());
      Files.writeString(
          header,
          """
          #pragma once
          #define __global__
          struct gpurma_context_handle { void* context; };
          """);
      Path probe = bundle.resolve("bin/gpurma-probe");
      Files.createDirectories(probe.getParent());
      Files.writeString(probe, PROBE);
      if (!probe.toFile().setExecutable(true)) {
        throw new IOException(probe + " cannot be made executable");
      }
      return bundle;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
