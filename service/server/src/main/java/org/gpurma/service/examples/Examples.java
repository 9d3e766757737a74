package org.gpurma.service.examples;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The example jobs, as they were packed into the service when it was built. */
public final class Examples {
  private static final String ROOT = "examples/";

  private final Map<String, Map<String, Resource>> files;
  private final List<Example> all;

  private Examples(Map<String, Map<String, Resource>> files, List<Example> all) {
    this.files = files;
    this.all = all;
  }

  /**
   * @param yaml reads the specs
   */
  public static Examples packed(ObjectMapper yaml) {
    try {
      Map<String, Map<String, Resource>> files = find();
      List<Example> all = new ArrayList<>();
      for (var folder : files.entrySet()) {
        all.add(example(folder.getKey(), folder.getValue(), yaml));
      }
      return new Examples(files, List.copyOf(all));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, Map<String, Resource>> find() throws IOException {
    Map<String, Map<String, Resource>> files = new TreeMap<>();
    for (Resource file :
        new PathMatchingResourcePatternResolver().getResources("classpath*:" + ROOT + "**")) {
      String url = file.getURL().toString();
      if (url.endsWith("/")) {
        continue;
      }
      String path = url.substring(url.lastIndexOf("/" + ROOT) + ROOT.length() + 1);
      int slash = path.indexOf('/');
      files
          .computeIfAbsent(path.substring(0, slash), _ -> new TreeMap<>(SPEC_FIRST))
          .put(path.substring(slash + 1), file);
    }
    return files;
  }

  private static final Comparator<String> SPEC_FIRST =
      Comparator.comparing((String name) -> !name.equals(Example.SPEC))
          .thenComparing(Comparator.naturalOrder());

  private static Example example(String name, Map<String, Resource> files, ObjectMapper yaml)
      throws IOException {
    List<Example.File> list = new ArrayList<>();
    for (var file : files.entrySet()) {
      list.add(new Example.File(file.getKey(), file.getValue().contentLength()));
    }
    try (InputStream in = files.get(Example.SPEC).getInputStream()) {
      JsonNode spec = yaml.readTree(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      String description = spec.path("metadata").path("description").asString("");
      return new Example(name, description, List.copyOf(list));
    }
  }

  /** By name. */
  public List<Example> all() {
    return all;
  }

  public Optional<Resource> file(String example, String name) {
    return Optional.ofNullable(files.getOrDefault(example, new LinkedHashMap<>()).get(name));
  }
}
