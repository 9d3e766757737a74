package org.gpurma.service.jobspec;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Fields of the userdata struct fit their types and name buffers that exist. */
final class UserdataRule implements SpecRule {
  private static final Set<String> FACT_TYPES = Set.of("int32", "int64", "bool");

  @Override
  public void check(JsonNode spec, JobFolder folder, Findings findings) {
    Set<String> names = new HashSet<>();
    List<String> buffers =
        spec.path("buffers").valueStream().map(b -> b.path("name").asString("")).toList();
    JsonNode fields = spec.path("userdata");
    checkImage(fields, folder, findings);
    for (int i = 0; i < fields.size() && fields.isArray(); i++) {
      JsonNode field = fields.get(i);
      String pointer = Pointer.child("/userdata", i);
      BufferRule.unique(field.path("name"), names, pointer + "/name", findings);
      checkBuffer(field, buffers, pointer, findings);
      checkFact(field, pointer, findings);
      checkValue(field, pointer, findings);
    }
  }

  private static void checkImage(JsonNode image, JobFolder folder, Findings findings) {
    if (image.path("base64").isString()) {
      try {
        checkBytes(
            Base64.getDecoder().decode(image.path("base64").asString()).length,
            "/userdata/base64",
            findings);
      } catch (IllegalArgumentException _) {
        findings.add("/userdata/base64", "is not Base64, such as AQAAAA== for the four bytes of 1");
      }
    }
    if (image.path("file").isString() && !findings.has("/userdata/file")) {
      try {
        checkBytes(
            Files.size(folder.find(image.path("file").asString())), "/userdata/file", findings);
      } catch (JobFolder.BadPathException | IOException e) {
        findings.add("/userdata/file", e.getMessage());
      }
    }
  }

  private static void checkBytes(long bytes, String pointer, Findings findings) {
    if (bytes < 1 || bytes > Userdata.MOST_BYTES) {
      findings.add(
          pointer,
          "must have 1 to %d bytes, but has %d; bring data in buffers"
              .formatted(Userdata.MOST_BYTES, bytes));
    }
  }

  private static void checkBuffer(
      JsonNode field, List<String> buffers, String pointer, Findings findings) {
    JsonNode buffer = field.path("buffer");
    String type = field.path("type").asString("");
    if (type.equals("pointer") && (field.has("value") || field.has("fact"))) {
      findings.add(pointer + "/type", "a pointer takes a 'buffer'");
    }
    if (!buffer.isString()) {
      return;
    }
    String name = buffer.asString();
    if (!buffers.contains(name)) {
      findings.add(
          pointer + "/buffer",
          "names no buffer of this job" + Suggestion.didYouMean(name, buffers));
    }
    if (!type.equals("pointer")) {
      findings.add(
          pointer + "/type", "must be pointer, because the field holds a buffer's address");
    }
  }

  private static void checkFact(JsonNode field, String pointer, Findings findings) {
    String type = field.path("type").asString("");
    if (field.path("fact").isString() && !type.isEmpty() && !FACT_TYPES.contains(type)) {
      findings.add(pointer + "/type", "must be int32, int64 or bool for a fact");
    }
  }

  private static void checkValue(JsonNode field, String pointer, Findings findings) {
    JsonNode value = field.path("value");
    String type = field.path("type").asString("");
    if (!value.isArray()) {
      complaint(type, value).ifPresent(text -> findings.add(pointer + "/value", text));
      return;
    }
    for (int i = 0; i < value.size(); i++) {
      String place = Pointer.child(pointer + "/value", i);
      complaint(type, value.get(i)).ifPresent(text -> findings.add(place, text));
    }
  }

  private static Optional<String> complaint(String type, JsonNode value) {
    boolean good =
        switch (type) {
          case "int32" -> !value.isNumber() || whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
          case "int64" -> !value.isNumber() || whole(value, Long.MIN_VALUE, Long.MAX_VALUE);
          case "bool" -> !value.isNumber() || whole(value, 0, 1);
          case "float32", "float64" -> !value.isBoolean();
          default -> true;
        };
    return good ? Optional.empty() : Optional.of("does not fit " + type + ": " + value);
  }

  private static boolean whole(JsonNode value, long least, long most) {
    return value.isIntegralNumber()
        && value.canConvertToLong()
        && value.asLong() >= least
        && value.asLong() <= most;
  }
}
