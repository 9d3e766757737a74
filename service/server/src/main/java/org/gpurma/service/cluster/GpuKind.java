package org.gpurma.service.cluster;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** A real GPU, or one that the CPU emulates. */
public enum GpuKind {
  EMULATED,
  CUDA;

  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
