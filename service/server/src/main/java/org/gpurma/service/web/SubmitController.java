package org.gpurma.service.web;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.gpurma.service.job.Job;
import org.gpurma.service.jobspec.InvalidJobSpecException;
import org.gpurma.service.jobspec.JobFolder;
import org.gpurma.service.jobspec.SpecError;
import org.gpurma.service.jobspec.SpecFormat;
import org.gpurma.service.jobspec.SpecReader;
import org.gpurma.service.runfolder.RunFolder;
import org.gpurma.service.submit.Submission;
import org.gpurma.service.submit.Submitter;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Takes job specs, alone or with their files. */
@RestController
final class SubmitController {
  private final Submitter submitter;
  private final JobReading reading;

  SubmitController(Submitter submitter, JobReading reading) {
    this.submitter = submitter;
    this.reading = reading;
  }

  @PostMapping(
      path = "/api/v1/jobs",
      consumes = {
        MediaType.APPLICATION_JSON_VALUE,
        "application/yaml",
        "application/x-yaml",
        "text/yaml",
        "text/x-yaml"
      })
  ResponseEntity<JobView> submit(HttpServletRequest request, @RequestParam Optional<String> folder)
      throws IOException {
    byte[] spec = read(request.getInputStream());
    var submission =
        new Submission(spec, format(request.getContentType()), folder, settings(request));
    RunFolder staged = submitter.stage();
    try {
      return created(submitter.submit(submission, staged));
    } finally {
      submitter.discard(staged);
    }
  }

  @PostMapping(path = "/api/v1/jobs", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
  ResponseEntity<JobView> submitWithFiles(HttpServletRequest request)
      throws IOException, ServletException {
    Part spec = request.getPart("spec");
    if (spec == null) {
      throw ApiException.badRequest(
          "The form has no part 'spec'; send the job spec as 'spec' and each file as 'file'");
    }
    RunFolder staged = submitter.stage();
    try {
      storeFiles(request, new JobFolder(staged.files()));
      byte[] body = read(spec.getInputStream());
      var submission =
          new Submission(body, format(spec.getContentType()), Optional.empty(), settings(request));
      return created(submitter.submit(submission, staged));
    } finally {
      submitter.discard(staged);
    }
  }

  private static void storeFiles(HttpServletRequest request, JobFolder folder)
      throws IOException, ServletException {
    List<SpecError> errors = new ArrayList<>();
    for (Part part : request.getParts()) {
      if (part.getName().equals("file")) {
        String name = Optional.ofNullable(part.getSubmittedFileName()).orElse("");
        try {
          store(part, folder.place(name));
        } catch (JobFolder.BadPathException e) {
          errors.add(
              new SpecError("", "the name of the sent file '" + name + "' " + e.getMessage()));
        }
      } else if (!part.getName().equals("spec") && !part.getName().equals("set")) {
        errors.add(
            new SpecError(
                "", "the form has a part '" + part.getName() + "'; known are spec, file and set"));
      }
    }
    if (!errors.isEmpty()) {
      throw new InvalidJobSpecException(errors);
    }
  }

  private static void store(Part part, Path target) throws IOException {
    if (Files.exists(target)) {
      throw ApiException.badRequest(
          "The file '" + part.getSubmittedFileName() + "' was sent twice");
    }
    Files.createDirectories(target.getParent());
    try (InputStream in = part.getInputStream()) {
      Files.copy(in, target);
    }
  }

  private static byte[] read(InputStream in) throws IOException {
    byte[] body = in.readNBytes(SpecReader.MAX_BYTES + 1);
    if (body.length > SpecReader.MAX_BYTES) {
      throw ApiException.tooLarge(
          "A job spec may have "
              + SpecReader.MAX_BYTES
              + " bytes; send large sources and data as files of a multipart form");
    }
    return body;
  }

  private static SpecFormat format(String contentType) {
    return contentType != null && contentType.toLowerCase(Locale.ROOT).contains("json")
        ? SpecFormat.JSON
        : SpecFormat.YAML;
  }

  /** Not bound by the framework, which would split values at commas. */
  private static List<String> settings(HttpServletRequest request) {
    String[] values = request.getParameterValues("set");
    return values == null ? List.of() : List.of(values);
  }

  private ResponseEntity<JobView> created(Job job) {
    return ResponseEntity.created(URI.create("/api/v1/jobs/" + job.id())).body(reading.view(job));
  }
}
