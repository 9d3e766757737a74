package org.gpurma.service.web;

import org.gpurma.service.jobspec.JobSpecs;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ResponseBody;
import tools.jackson.databind.JsonNode;

/** What describes the API, and the one page that reads it. */
@Controller
@NeedsNoKey
final class DocumentController {
  private final JobSpecs specs;

  DocumentController(JobSpecs specs) {
    this.specs = specs;
  }

  @GetMapping({"/api/v1/openapi.yaml", "/api/v1/openapi"})
  ResponseEntity<Resource> openApi() {
    return ResponseEntity.ok()
        .contentType(MediaType.parseMediaType("application/yaml"))
        .body(new ClassPathResource("api/openapi.yaml"));
  }

  @GetMapping(path = "/api/v1/job-spec.schema.json", produces = "application/schema+json")
  @ResponseBody
  JsonNode schema() {
    return specs.schema();
  }

  @GetMapping({"/jobs/{id}", "/cluster", "/new"})
  String page() {
    return "forward:/index.html";
  }
}
