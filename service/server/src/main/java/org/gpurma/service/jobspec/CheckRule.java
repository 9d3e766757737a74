package org.gpurma.service.jobspec;

import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import tools.jackson.databind.JsonNode;

/** Checks name outputs that exist, with their type, and references of the right size. */
final class CheckRule implements SpecRule {
  @Override
  public void check(JsonNode spec, JobFolder folder, Findings findings) {
    Map<String, JsonNode> outputs = new LinkedHashMap<>();
    for (JsonNode buffer : spec.path("buffers")) {
      if (buffer.path("output").isString()) {
        outputs.put(buffer.path("output").asString(), buffer);
      }
    }
    Predicate<String> hostOutputs = hostOutputs(spec);
    JsonNode checks = spec.path("check");
    for (int i = 0; i < checks.size() && checks.isArray(); i++) {
      String pointer = Pointer.child("/check", i);
      checkOutput(
          checks.get(i).path("compare"), pointer + "/compare", outputs, hostOutputs, findings);
      checkOutput(checks.get(i).path("sum"), pointer + "/sum", outputs, hostOutputs, findings);
      checkReference(
          checks.get(i).path("compare"), pointer + "/compare", outputs, folder, findings);
      checkPattern(checks.get(i).path("logs"), pointer + "/logs", findings);
      checkRank(checks.get(i).path("logs"), pointer + "/logs", spec.path("resources"), findings);
    }
  }

  /** Those whose length and type only the host program knows. */
  private static Predicate<String> hostOutputs(JsonNode spec) {
    List<Pattern> patterns =
        spec.path("program")
            .path("host")
            .path("outputs")
            .valueStream()
            .map(name -> Pattern.quote(name.asString("")))
            .map(name -> Pattern.compile(name.replace(HostSpec.PROCESS, "\\E\\d+\\Q")))
            .toList();
    return name -> patterns.stream().anyMatch(pattern -> pattern.matcher(name).matches());
  }

  private static void checkOutput(
      JsonNode check,
      String pointer,
      Map<String, JsonNode> outputs,
      Predicate<String> hostOutputs,
      Findings findings) {
    JsonNode output = check.path("output");
    if (!output.isString() || hostOutputs.test(output.asString())) {
      return;
    }
    JsonNode buffer = outputs.get(output.asString());
    if (buffer == null) {
      findings.add(
          pointer + "/output",
          "is the output of no buffer or host program"
              + Suggestion.didYouMean(output.asString(), outputs.keySet()));
    } else if (check.path("type").isString() && !check.path("type").equals(buffer.path("type"))) {
      findings.add(
          pointer + "/type", "must be the buffer's type, " + buffer.path("type").asString(""));
    }
  }

  private static void checkReference(
      JsonNode check,
      String pointer,
      Map<String, JsonNode> outputs,
      JobFolder folder,
      Findings findings) {
    JsonNode reference = check.path("reference");
    if (!reference.isString() || findings.has(pointer + "/reference")) {
      return;
    }
    try {
      long there = Files.size(folder.find(reference.asString()));
      JsonNode type = check.has("referenceType") ? check.path("referenceType") : check.path("type");
      JsonNode buffer = outputs.get(check.path("output").asString(""));
      long wanted = buffer == null ? -1 : innerElements(buffer);
      int bytes = ElementType.of(type.asString("")).map(ElementType::bytes).orElse(0);
      if (wanted > 0 && bytes > 0 && there != wanted * bytes) {
        findings.add(
            pointer + "/reference",
            "has " + there + " bytes, but the output makes " + wanted * bytes + " of " + type);
      }
    } catch (JobFolder.BadPathException | IOException e) {
      findings.add(pointer + "/reference", e.getMessage());
    }
  }

  /** -1 where the shape itself is wrong. */
  private static long innerElements(JsonNode buffer) {
    long elements = 1;
    for (int i = 0; i < buffer.path("shape").size(); i++) {
      JsonNode extent = buffer.path("shape").get(i);
      long halo = i == 0 ? buffer.path("distribute").path("halo").asLong(0) : 0;
      if (!extent.isNumber() || extent.asLong(0) < 1 || extent.asLong(0) > 1L << 40) {
        return -1;
      }
      elements = elements > 1L << 40 ? elements : elements * (extent.asLong() - 2 * halo);
    }
    return elements;
  }

  /** Where the job says how many ranks it has. */
  private static void checkRank(
      JsonNode logs, String pointer, JsonNode resources, Findings findings) {
    JsonNode rank = logs.path("rank");
    JsonNode gpus = resources.path("gpus");
    JsonNode perGpu = resources.path("ranksPerGpu");
    if (rank.isIntegralNumber() && gpus.isInt() && perGpu.isInt()) {
      long ranks = gpus.asLong() * perGpu.asLong();
      if (rank.asDouble() >= ranks) {
        findings.add(
            pointer + "/rank",
            "must be a rank of the job, 0 to %d, but is %s".formatted(ranks - 1, rank));
      }
    }
  }

  private static void checkPattern(JsonNode logs, String pointer, Findings findings) {
    JsonNode pattern = logs.path("everyRank");
    if (!pattern.isString()) {
      return;
    }
    try {
      Pattern.compile(pattern.asString().replace("${ranks}", "1").replace("${rank}", "0"));
    } catch (PatternSyntaxException e) {
      findings.add(pointer + "/everyRank", "is not a regular expression: " + e.getDescription());
    }
  }
}
