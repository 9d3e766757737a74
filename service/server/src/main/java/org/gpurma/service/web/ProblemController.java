package org.gpurma.service.web;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What the types of problems mean: their URIs lead here. */
@RestController
@NeedsNoKey
@RequestMapping(ProblemType.PAGE)
final class ProblemController {
  private static final String PAGE =
      """
      <!doctype html>
      <html lang="en">
      <head><meta charset="utf-8"><title>%s</title><link rel="stylesheet" href="/css/base.css"></head>
      <body><main>
      <h1>%s</h1>
      %s</main></body>
      </html>
      """;

  @GetMapping
  ResponseEntity<String> all() {
    return page(
        "Problems",
        Arrays.stream(ProblemType.values())
            .map(ProblemController::section)
            .collect(Collectors.joining()));
  }

  @GetMapping("/{name}")
  ResponseEntity<String> one(@PathVariable String name) {
    ProblemType type =
        Arrays.stream(ProblemType.values())
            .filter(known -> known.word().equals(name))
            .findFirst()
            .orElseThrow(() -> ApiException.notFound("There is no problem of that name"));
    return page(type.title(), section(type));
  }

  private static String section(ProblemType type) {
    return "<section id=\"%1$s\"><h2>%1$s</h2><p>%2$d: %3$s. %4$s</p></section>\n"
        .formatted(type.word(), type.status().value(), type.title(), type.advice());
  }

  private static ResponseEntity<String> page(String title, String sections) {
    return ResponseEntity.ok()
        .contentType(MediaType.TEXT_HTML)
        .body(PAGE.formatted(title, title, sections));
  }
}
