package org.gpurma.service.web;

import java.util.List;
import org.gpurma.service.examples.Example;
import org.gpurma.service.examples.Examples;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Jobs to begin with: their specs, kernels and data, to be changed and submitted. */
@RestController
@RequestMapping("/api/v1/examples")
final class ExampleController {
  private final Examples examples;

  ExampleController(Examples examples) {
    this.examples = examples;
  }

  record Items(List<Example> items) {}

  @GetMapping
  Items all() {
    return new Items(examples.all());
  }

  @GetMapping("/{name}")
  Example one(@PathVariable String name) {
    return examples.all().stream()
        .filter(example -> example.name().equals(name))
        .findFirst()
        .orElseThrow(() -> ApiException.notFound("There is no example '" + name + "'"));
  }

  /** A parameter, as it may have slashes. */
  @GetMapping("/{name}/file")
  ResponseEntity<Resource> file(@PathVariable String name, @RequestParam String path) {
    Resource found =
        examples
            .file(one(name).name(), path)
            .orElseThrow(
                () ->
                    ApiException.notFound("The example '" + name + "' has no file '" + path + "'"));
    return ResponseEntity.ok().contentType(MediaType.APPLICATION_OCTET_STREAM).body(found);
  }
}
