package org.gpurma.service.jobspec;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The kernel file is there and defines the entry. */
final class ProgramRule implements SpecRule {
  private static final long MAX_SOURCE_BYTES = 16L << 20;

  @Override
  public void check(JsonNode spec, JobFolder folder, Findings findings) {
    JsonNode program = spec.path("program");
    checkBinary(program, folder, findings);
    source(program, folder, findings)
        .ifPresent(source -> checkEntry(program.path("entry").asString(""), source, findings));
  }

  private static void checkBinary(JsonNode program, JobFolder folder, Findings findings) {
    if (!program.path("binary").isObject()) {
      return;
    }
    program
        .path("binary")
        .forEachEntry(
            (backend, file) -> {
              String pointer = Pointer.child("/program/binary", backend);
              if (file.isString() && !findings.has(pointer)) {
                try {
                  folder.find(file.asString());
                } catch (JobFolder.BadPathException e) {
                  findings.add(pointer, e.getMessage());
                }
              }
            });
    for (String compiled : List.of("flags", "maxRegisters")) {
      if (program.has(compiled)) {
        findings.add("/program/" + compiled, "changes nothing of a binary; remove it");
      }
    }
  }

  private static Optional<String> source(JsonNode program, JobFolder folder, Findings findings) {
    if (program.path("source").isString()) {
      return Optional.of(program.path("source").asString());
    }
    if (!program.path("file").isString() || findings.has("/program/file")) {
      return Optional.empty();
    }
    try {
      Path file = folder.find(program.path("file").asString());
      if (Files.size(file) > MAX_SOURCE_BYTES) {
        findings.add("/program/file", "is larger than 16 MiB");
        return Optional.empty();
      }
      return Optional.of(Files.readString(file, StandardCharsets.ISO_8859_1));
    } catch (JobFolder.BadPathException | IOException e) {
      findings.add("/program/file", e.getMessage());
      return Optional.empty();
    }
  }

  private static void checkEntry(String entry, String source, Findings findings) {
    List<String> kernels = Kernels.of(source);
    if (entry.isEmpty() || kernels.contains(entry)) {
      return;
    }
    findings.add(
        "/program/entry",
        kernels.isEmpty()
            ? "the source defines no __global__ function; write __global__ void "
                + entry
                + "(gpurma_context_handle context)"
            : "the source defines no __global__ function '"
                + entry
                + "'"
                + Suggestion.didYouMean(entry, kernels)
                + " (it defines "
                + String.join(", ", kernels)
                + ")");
  }
}
