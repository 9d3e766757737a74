package org.gpurma.service.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.JobStore;
import org.gpurma.service.jobspec.JobFolder;
import org.gpurma.service.jobspec.JobSpecs;
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
import org.springframework.web.bind.annotation.RestController;

/** The files that a job came with. */
@RestController
@RequestMapping("/api/v1/jobs/{id}/inputs")
final class InputController {
  private final JobReading reading;
  private final JobStore jobs;
  private final JobSpecs specs;
  private final RunFolders folders;

  InputController(JobReading reading, JobStore jobs, JobSpecs specs, RunFolders folders) {
    this.reading = reading;
    this.jobs = jobs;
    this.specs = specs;
    this.folders = folders;
  }

  record Inputs(List<InputView> items) {}

  /**
   * @param sha256 as the job spec has it, and as it was when the file came; null where it has none
   */
  record InputView(String name, long bytes, String sha256) {}

  @GetMapping
  Inputs list(@PathVariable String id) throws IOException {
    Job job = reading.job(id);
    if (job.files() == null) {
      return new Inputs(List.of());
    }
    Map<String, String> checksums = checksums(job);
    Path root = folder(job);
    try (Stream<Path> all = Files.walk(root)) {
      return new Inputs(
          all.filter(Files::isRegularFile)
              .map(file -> view(root.relativize(file).toString(), file, checksums))
              .sorted((one, other) -> one.name().compareTo(other.name()))
              .toList());
    }
  }

  private Path folder(Job job) {
    return folders.files().resolve(job.files());
  }

  private Map<String, String> checksums(Job job) {
    return specs.bind(jobs.spec(job.id())).inputs().stream()
        .filter(input -> input.sha256() != null)
        .collect(
            Collectors.toMap(
                input -> Path.of(input.file()).normalize().toString(),
                input -> input.sha256().toLowerCase(Locale.ROOT),
                (one, _) -> one));
  }

  private static InputView view(String name, Path file, Map<String, String> checksums) {
    try {
      return new InputView(name, Files.size(file), checksums.get(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ranges are honoured by the framework. */
  @GetMapping("/{*file}")
  ResponseEntity<Resource> input(@PathVariable String id, @PathVariable String file) {
    Job job = reading.job(id);
    String name = file.substring(1);
    try {
      if (job.files() == null) {
        throw ApiException.notFound("Job " + id + " came without files");
      }
      Path path = new JobFolder(folder(job)).find(name);
      return ResponseEntity.ok()
          .contentType(MediaType.APPLICATION_OCTET_STREAM)
          .header(
              HttpHeaders.CONTENT_DISPOSITION,
              ContentDisposition.attachment()
                  .filename(path.getFileName().toString())
                  .build()
                  .toString())
          .body(new FileSystemResource(path));
    } catch (JobFolder.BadPathException e) {
      throw ApiException.notFound("Job " + id + " came without a file '" + name + "'");
    }
  }
}
