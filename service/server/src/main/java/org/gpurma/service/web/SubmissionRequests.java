package org.gpurma.service.web;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.tomcat.util.http.fileupload.FileUploadException;
import org.apache.tomcat.util.http.fileupload.MultipartStream;
import org.gpurma.service.jobspec.InvalidJobSpecException;
import org.gpurma.service.jobspec.JobFolder;
import org.gpurma.service.jobspec.SpecError;
import org.gpurma.service.jobspec.SpecFormat;
import org.gpurma.service.jobspec.SpecReader;
import org.gpurma.service.submit.Staged;
import org.gpurma.service.submit.Submission;
import org.gpurma.service.submit.Submitter;
import org.springframework.stereotype.Component;

/** Reads a submission from a request: a job spec alone, or a form with the spec and its files. */
@Component
final class SubmissionRequests {
  private static final int LONGEST_KEY = 255;
  private static final Set<String> PARTS = Set.of("spec", "file", "set", "hold");

  private final Submitter submitter;

  SubmissionRequests(Submitter submitter) {
    this.submitter = submitter;
  }

  interface Use<T> {
    T of(Submission submission) throws IOException;
  }

  /**
   * What is made of it.
   *
   * @param keepsFiles whether the files that came with it are needed afterwards
   */
  <T> T use(HttpServletRequest request, Optional<String> key, boolean keepsFiles, Use<T> use)
      throws IOException, ServletException {
    String type = Optional.ofNullable(request.getContentType()).orElse("");
    if (!type.toLowerCase(Locale.ROOT).startsWith("multipart/form-data")) {
      Optional<String> folder = Optional.ofNullable(request.getParameter("folder"));
      return use.of(
          named(
              submission(request, read(request.getInputStream()), type, folder, Optional.empty()),
              key));
    }
    Part spec = spec(request);
    Staged staged = submitter.stage();
    boolean kept = false;
    try {
      storeFiles(request, new JobFolder(staged.folder()));
      Submission submission =
          submission(
              request,
              read(spec.getInputStream()),
              Optional.ofNullable(spec.getContentType()).orElse(""),
              Optional.empty(),
              Optional.of(staged));
      T result = use.of(named(submission, key));
      kept = keepsFiles;
      return result;
    } finally {
      if (!kept) {
        submitter.discard(staged);
      }
    }
  }

  private static Part spec(HttpServletRequest request) throws IOException, ServletException {
    Part spec;
    try {
      spec = request.getPart("spec");
    } catch (FileUploadException e) {
      if (e.getCause() instanceof MultipartStream.MalformedStreamException) {
        // The framework has read the form before, but where its sender has gone.
        throw ApiException.badRequest(Problems.unreadableForm(e));
      }
      throw e;
    }
    if (spec == null) {
      throw ApiException.badRequest(
          "The form has no part 'spec'; send the job spec as 'spec' and each file as 'file'");
    }
    if (request.getParts().stream().filter(part -> part.getName().equals("spec")).count() > 1) {
      throw ApiException.badRequest(
          "The form has the part 'spec' twice; send each job spec on its own");
    }
    return spec;
  }

  private static Submission named(Submission submission, Optional<String> key) throws IOException {
    if (key.isEmpty()) {
      return submission;
    }
    String value = key.get().strip();
    if (value.isEmpty() || value.length() > LONGEST_KEY) {
      throw ApiException.badRequest(
          "Idempotency-Key must have 1 to "
              + LONGEST_KEY
              + " characters, but has "
              + value.length());
    }
    return submission.named(value);
  }

  private static Submission submission(
      HttpServletRequest request,
      byte[] spec,
      String type,
      Optional<String> folder,
      Optional<Staged> files) {
    return new Submission(
        spec,
        type.toLowerCase(Locale.ROOT).contains("json") ? SpecFormat.JSON : SpecFormat.YAML,
        folder,
        Parameters.all(request, "set"),
        files,
        hold(request),
        Optional.empty());
  }

  private static boolean hold(HttpServletRequest request) {
    String hold = Optional.ofNullable(request.getParameter("hold")).orElse("false");
    return switch (hold) {
      case "true" -> true;
      case "false" -> false;
      default -> throw ApiException.badRequest("hold must be true or false, but is '" + hold + "'");
    };
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
      } else if (!PARTS.contains(part.getName())) {
        errors.add(
            new SpecError(
                "",
                "the form has a part '"
                    + part.getName()
                    + "'; known are spec, file, set and hold"));
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
    try (InputStream in = part.getInputStream()) {
      Files.createDirectories(target.getParent());
      Files.copy(in, target);
    } catch (FileSystemException e) {
      if (isFullOrBroken(e)) {
        throw e;
      }
      throw ApiException.badRequest(
          "The file '"
              + part.getSubmittedFileName()
              + "' cannot lie beside the others: a name is a file and a folder");
    }
  }

  /** Rather than a name that is a folder's already, or the other way around. */
  private static boolean isFullOrBroken(FileSystemException e) {
    return !(e instanceof FileAlreadyExistsException
        || e instanceof NotDirectoryException
        || String.valueOf(e.getReason()).contains("Not a directory"));
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
}
