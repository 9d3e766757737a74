package org.gpurma.service.jobspec;

import java.io.IOException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Buffers have names and outputs of their own, halos that fit, and input files of the right size.
 */
final class BufferRule implements SpecRule {
  /** Far more than any GPU holds; keeps every product of sizes inside a long. */
  private static final long MAX_BYTES = 1L << 50;

  /** Where processes write their userdata, and the service the results. */
  private static final Pattern RESERVED =
      Pattern.compile("userdata\\.\\d+\\.bin|results\\.(csv|json)");

  @Override
  public void check(JsonNode spec, JobFolder folder, Findings findings) {
    Set<String> names = new HashSet<>();
    Set<String> outputs = new HashSet<>();
    JsonNode buffers = spec.path("buffers");
    for (int i = 0; i < buffers.size() && buffers.isArray(); i++) {
      JsonNode buffer = buffers.get(i);
      String pointer = Pointer.child("/buffers", i);
      unique(buffer.path("name"), names, pointer + "/name", findings);
      unique(buffer.path("output"), outputs, pointer + "/output", findings);
      if (RESERVED.matcher(buffer.path("output").asString("")).matches()) {
        findings.add(
            pointer + "/output",
            "is a name that the runtime or the service itself writes to; take another");
      }
      checkHalo(buffer, pointer, findings);
      checkSize(buffer, pointer, folder, findings);
    }
  }

  static void unique(JsonNode name, Set<String> seen, String pointer, Findings findings) {
    if (name.isString() && !seen.add(name.asString())) {
      findings.add(pointer, "'" + name.asString() + "' is used twice; names must differ");
    }
  }

  private static void checkHalo(JsonNode buffer, String pointer, Findings findings) {
    JsonNode halo = buffer.path("distribute").path("halo");
    JsonNode first = buffer.path("shape").path(0);
    if (halo.isNumber() && first.isNumber() && first.asLong(0) <= 2 * halo.asLong(0)) {
      findings.add(
          pointer + "/distribute/halo",
          "leaves nothing to distribute: shape[0] is "
              + first
              + " and two halos take "
              + halo
              + " each");
    }
  }

  private static void checkSize(
      JsonNode buffer, String pointer, JobFolder folder, Findings findings) {
    OptionalLong bytes = bytes(buffer);
    if (bytes.isPresent() && bytes.getAsLong() > MAX_BYTES) {
      findings.add(pointer + "/shape", "is larger than any GPU's memory");
      return;
    }
    JsonNode input = buffer.path("input");
    if (!input.isString() || findings.has(pointer + "/input")) {
      return;
    }
    try {
      long there = Files.size(folder.find(input.asString()));
      if (bytes.isPresent() && there != bytes.getAsLong()) {
        findings.add(
            pointer + "/input",
            "has " + there + " bytes, but type and shape make " + bytes.getAsLong());
      }
    } catch (JobFolder.BadPathException | IOException e) {
      findings.add(pointer + "/input", e.getMessage());
    }
  }

  /** Empty where the schema has already refused type or shape. */
  private static OptionalLong bytes(JsonNode buffer) {
    var type = ElementType.of(buffer.path("type").asString(""));
    JsonNode shape = buffer.path("shape");
    if (type.isEmpty() || !shape.isArray() || shape.isEmpty()) {
      return OptionalLong.empty();
    }
    long bytes = type.get().bytes();
    for (JsonNode extent : shape) {
      if (!extent.isNumber() || extent.asDouble() < 1 || extent.asDouble() > MAX_BYTES) {
        return OptionalLong.empty();
      }
      bytes = saturatingProduct(bytes, extent.asLong(1));
    }
    return OptionalLong.of(bytes);
  }

  private static long saturatingProduct(long left, long right) {
    try {
      return Math.multiplyExact(left, right);
    } catch (ArithmeticException _) {
      return Long.MAX_VALUE;
    }
  }
}
