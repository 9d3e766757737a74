package org.gpurma.service.web;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.job.AttemptStore;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.OutputInfo;
import org.gpurma.service.runfolder.RunFolders;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What a job wrote. */
@RestController
@RequestMapping("/api/v1/jobs/{id}/outputs")
final class OutputController {
  private final JobReading reading;
  private final AttemptStore attempts;
  private final RunFolders folders;

  OutputController(JobReading reading, AttemptStore attempts, RunFolders folders) {
    this.reading = reading;
    this.attempts = attempts;
    this.folders = folders;
  }

  record Outputs(List<OutputInfo> items) {}

  @GetMapping
  Outputs list(@PathVariable String id, @RequestParam(required = false) Integer attempt) {
    Job job = reading.job(id);
    return new Outputs(outputs(reading.attempt(job, attempt)));
  }

  private List<OutputInfo> outputs(AttemptId attempt) {
    return attempts.find(attempt).map(found -> found.outputs()).orElse(List.of());
  }

  /** Ranges and conditions are honoured by the framework; the tag is the checksum. */
  @GetMapping("/{file}")
  ResponseEntity<Resource> output(
      @PathVariable String id,
      @PathVariable String file,
      @RequestParam(required = false) Integer attempt) {
    AttemptId which = reading.attempt(reading.job(id), attempt);
    OutputInfo output =
        outputs(which).stream()
            .filter(info -> info.name().equals(file))
            .findFirst()
            .orElseThrow(
                () -> ApiException.notFound("Attempt " + which + " has no output '" + file + "'"));
    Path kept = folders.attempt(which).outputs().resolve(output.name());
    if (!Files.exists(kept)) {
      throw ApiException.notFound(
          "The output '" + file + "' of attempt " + which + " was removed from the service's disk");
    }
    return ResponseEntity.ok()
        .contentType(MediaType.APPLICATION_OCTET_STREAM)
        .eTag("\"" + output.sha256() + "\"")
        .header("Repr-Digest", "sha-256=:" + base64(output.sha256()) + ":")
        .header(
            HttpHeaders.CONTENT_DISPOSITION,
            ContentDisposition.attachment().filename(output.name()).build().toString())
        .body(new FileSystemResource(kept));
  }

  /** RFC 9530 wants it so. */
  private static String base64(String hex) {
    return Base64.getEncoder().encodeToString(HexFormat.of().parseHex(hex));
  }
}
