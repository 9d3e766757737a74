package org.gpurma.service.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A runtime bundle with just the header that lets the smallest kernel compile. */
public final class TestBundle {
  private TestBundle() {}

  public static Path in(Path folder) {
    try {
      Path header = folder.resolve("bundle/include/gpurma/emulator/cuda.h");
      Files.createDirectories(header.getParent());
      Files.writeString(
          header,
          """
          #pragma once
          #define __global__
          struct gpurma_context_handle { void* context; };
          """);
      return folder.resolve("bundle");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
