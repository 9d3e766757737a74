package org.gpurma.service.jobspec;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;
import tools.jackson.databind.JsonNode;

/** The host program is there, its class is in it, and it does not compete with other fields. */
final class HostRule implements SpecRule {
  private static final String HOST = "/program/host";
  private static final long MAX_SOURCE_BYTES = 16L << 20;
  private static final Pattern COMMENT = Pattern.compile("//[^\n]*|/\\*.*?\\*/", Pattern.DOTALL);
  private static final Pattern PACKAGE =
      Pattern.compile("^\\s*package\\s+([\\w.]+)\\s*;", Pattern.MULTILINE);

  @Override
  public void check(JsonNode spec, JobFolder folder, Findings findings) {
    JsonNode host = spec.path("program").path("host");
    if (!host.isObject()) {
      return;
    }
    if (!spec.path("userdata").isEmpty()) {
      findings.add(
          "/userdata",
          "is for jobs without program.host: a host program passes its userdata to gpurma.run;"
              + " remove one of the two");
    }
    checkSource(host, folder, findings);
    checkJar(host, folder, findings);
    checkFiles(host.path("files"), folder, findings);
    checkOutputs(host.path("outputs"), spec.path("buffers"), findings);
  }

  private static void checkSource(JsonNode host, JobFolder folder, Findings findings) {
    if (host.path("source").isString()) {
      checkPackage(host, HostSpec.DEFAULT_FILE, host.path("source").asString(), findings);
      return;
    }
    String name = host.path("file").asString("");
    if (!name.isEmpty() && !name.endsWith(".java")) {
      findings.add(HOST + "/file", "must be a Java source, a file that ends in .java");
    }
    find(host.path("file"), HOST + "/file", folder, findings)
        .ifPresent(file -> read(host, name, file, findings));
  }

  private static void read(JsonNode host, String name, Path file, Findings findings) {
    try {
      if (Files.size(file) > MAX_SOURCE_BYTES) {
        findings.add(HOST + "/file", "is larger than 16 MiB");
        return;
      }
      checkPackage(host, name, Files.readString(file, StandardCharsets.ISO_8859_1), findings);
    } catch (IOException e) {
      findings.add(HOST + "/file", e.getMessage());
    }
  }

  /** Without a class in the spec it is the one that the file is named after, in no package. */
  private static void checkPackage(JsonNode host, String name, String source, Findings findings) {
    Matcher declared = PACKAGE.matcher(COMMENT.matcher(source).replaceAll(" "));
    if (declared.find() && !host.path("class").isString()) {
      findings.add(
          HOST + "/class",
          "is required, because the source is in a package: %s.%s"
              .formatted(declared.group(1), HostSpec.classOf(name)));
    }
  }

  private static void checkJar(JsonNode host, JobFolder folder, Findings findings) {
    if (host.has("jar") && !host.has("class")) {
      findings.add(HOST + "/class", "is required, because a jar may hold several programs");
    }
    Optional<Path> jar = find(host.path("jar"), HOST + "/jar", folder, findings);
    if (jar.isEmpty()) {
      return;
    }
    try (var zip = new ZipFile(jar.get().toFile())) {
      String name = host.path("class").asString("");
      if (!name.isEmpty() && zip.getEntry(name.replace('.', '/') + ".class") == null) {
        findings.add(
            HOST + "/class",
            "is not in " + host.path("jar").asString() + Suggestion.didYouMean(name, classes(zip)));
      }
    } catch (IOException e) {
      findings.add(HOST + "/jar", "is not a jar: " + e.getMessage());
    }
  }

  private static List<String> classes(ZipFile jar) {
    return jar.stream()
        .map(entry -> entry.getName())
        .filter(name -> name.endsWith(".class"))
        .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
        .toList();
  }

  private static void checkFiles(JsonNode files, JobFolder folder, Findings findings) {
    for (int i = 0; i < files.size() && files.isArray(); i++) {
      find(files.get(i), Pointer.child(HOST + "/files", i), folder, findings);
    }
  }

  private static void checkOutputs(JsonNode outputs, JsonNode buffers, Findings findings) {
    Set<String> names = new HashSet<>();
    buffers.forEach(buffer -> names.add(buffer.path("output").asString("")));
    for (int i = 0; i < outputs.size() && outputs.isArray(); i++) {
      BufferRule.unique(outputs.get(i), names, Pointer.child(HOST + "/outputs", i), findings);
    }
  }

  private static Optional<Path> find(
      JsonNode name, String pointer, JobFolder folder, Findings findings) {
    if (!name.isString() || findings.has(pointer)) {
      return Optional.empty();
    }
    try {
      return Optional.of(folder.find(name.asString()));
    } catch (JobFolder.BadPathException e) {
      findings.add(pointer, e.getMessage());
      return Optional.empty();
    }
  }
}
