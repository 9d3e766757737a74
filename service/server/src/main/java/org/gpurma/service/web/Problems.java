package org.gpurma.service.web;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystemException;
import java.util.Objects;
import java.util.Optional;
import org.apache.coyote.BadRequestException;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.apache.tomcat.util.http.fileupload.impl.FileCountLimitExceededException;
import org.gpurma.service.ingest.OutputFolder;
import org.gpurma.service.jobspec.InvalidJobSpecException;
import org.gpurma.service.jobspec.UnreadableJobSpecException;
import org.gpurma.service.submit.Catalogue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.util.ClassUtils;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.multipart.MaxUploadSizeExceededException;
import org.springframework.web.multipart.MultipartException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.servlet.resource.NoResourceFoundException;

/** Every refusal is an RFC 9457 problem; what is wrong with a job spec is listed place by place. */
@RestControllerAdvice
final class Problems extends ResponseEntityExceptionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(Problems.class);
  private static final String[] NONE = {};
  private static final URI NO_TYPE = URI.create("about:blank");

  /** About what a restart of the service takes. */
  private static final String RETRY_AFTER_SECONDS = "3";

  private volatile boolean stopping;

  @EventListener
  void stopping(ContextClosedEvent event) {
    stopping = true;
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> invalid(InvalidJobSpecException e) {
    ProblemDetail problem =
        problem(
            ProblemType.INVALID_JOB_SPEC,
            e.errors().size() == 1
                ? e.getMessage()
                : e.errors().size() + " things are wrong with it; nothing was stored");
    problem.setProperty("errors", e.errors());
    return respond(problem);
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> unreadable(UnreadableJobSpecException e) {
    return respond(problem(ProblemType.UNREADABLE_JOB_SPEC, e.getMessage()));
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> unknownFolder(Catalogue.UnknownFolderException e) {
    return respond(problem(ProblemType.NOT_FOUND, e.getMessage()));
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> badPiece(OutputFolder.BadPieceException e) {
    return respond(problem(ProblemType.BAD_OUTPUT, e.getMessage()));
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> refused(ApiException e) {
    return respond(problem(e.type(), e.getMessage()));
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> malformed(MultipartException e) {
    return respond(problem(ProblemType.BAD_REQUEST, unreadableForm(e)));
  }

  static String unreadableForm(Exception e) {
    return "The body is no complete multipart/form-data: "
        + NestedExceptionUtils.getMostSpecificCause(e).getMessage();
  }

  /** A query that is no valid HTTP. */
  @ExceptionHandler
  ResponseEntity<ProblemDetail> malformed(InvalidParameterException e) {
    return respond(problem(ProblemType.BAD_REQUEST, e.getMessage()));
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> unexpected(RuntimeException e) {
    return failed(e);
  }

  /** Of files; what a broken connection is, the server knows how to end. */
  @ExceptionHandler
  ResponseEntity<ProblemDetail> unexpected(IOException e, HttpServletResponse response)
      throws IOException {
    if (e instanceof BadRequestException || response.isCommitted()) {
      throw e;
    }
    // What was to be sent instead may have set them.
    response.reset();
    return failed(e);
  }

  /** While the service stops, what a request needs may be closed already. */
  private ResponseEntity<ProblemDetail> failed(Exception e) {
    if (stopping) {
      LOG.info("a request came to nothing, because the service stops: {}", e.toString());
      return respond(problem(ProblemType.NOT_READY, "The service stops; send it again"));
    }
    LOG.error("a request failed", e);
    return respond(
        problem(
            ProblemType.INTERNAL_ERROR,
            "The request could not be handled"
                + ofFiles(e).map(" (%s)"::formatted).orElse("")
                + "; the log of the service says why"));
  }

  /** A full disk, say, in the system's words. */
  private static Optional<String> ofFiles(Exception e) {
    return switch (NestedExceptionUtils.getMostSpecificCause(e)) {
      case FileSystemException file -> Optional.ofNullable(file.getReason());
      // Others name paths of the service.
      case IOException plain when plain.getClass() == IOException.class ->
          Optional.ofNullable(plain.getMessage());
      case Throwable _ -> Optional.empty();
    };
  }

  /** The framework keeps to itself what is wrong with a body. */
  @Override
  protected ResponseEntity<Object> handleHttpMessageNotReadable(
      HttpMessageNotReadableException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    ProblemDetail problem = problem(ProblemType.BAD_REQUEST, BodyFinding.of(e));
    return createResponseEntity(problem, headers, status, request);
  }

  @Override
  protected ResponseEntity<Object> handleNoResourceFoundException(
      NoResourceFoundException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
    ProblemDetail problem =
        problem(
            ProblemType.NOT_FOUND,
            "There is nothing at /"
                + e.getResourcePath()
                + "; /api/v1/openapi.yaml describes what there is");
    return createResponseEntity(problem, headers, status, request);
  }

  @Override
  protected ResponseEntity<Object> handleHttpRequestMethodNotSupported(
      HttpRequestMethodNotSupportedException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    String there = String.join(", ", Objects.requireNonNullElse(e.getSupportedMethods(), NONE));
    ProblemDetail problem =
        problem(
            ProblemType.METHOD_NOT_ALLOWED,
            "It has no method " + e.getMethod() + "; there are " + there);
    return createResponseEntity(problem, headers, status, request);
  }

  @Override
  protected ResponseEntity<Object> handleHttpMediaTypeNotSupported(
      HttpMediaTypeNotSupportedException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    ProblemDetail problem =
        problem(
            ProblemType.UNSUPPORTED_MEDIA_TYPE,
            "The Content-Type is "
                + (e.getContentType() == null ? "missing" : e.getContentType())
                + "; it may be "
                + MediaType.toString(e.getSupportedMediaTypes()));
    return createResponseEntity(problem, headers, status, request);
  }

  @Override
  protected ResponseEntity<Object> handleTypeMismatch(
      TypeMismatchException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
    String what = Number.class.isAssignableFrom(boxed(e)) ? "a whole number" : "true or false";
    return createResponseEntity(
        problem(
            ProblemType.BAD_REQUEST,
            "%s must be %s, but is '%s'".formatted(e.getPropertyName(), what, e.getValue())),
        headers,
        status,
        request);
  }

  private static Class<?> boxed(TypeMismatchException e) {
    return e.getRequiredType() == null
        ? Object.class
        : ClassUtils.resolvePrimitiveIfNecessary(e.getRequiredType());
  }

  /** Too many parts, a header of one that is too long, or too many bytes. */
  @Override
  protected ResponseEntity<Object> handleMaxUploadSizeExceededException(
      MaxUploadSizeExceededException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    return createResponseEntity(
        problem(ProblemType.TOO_LARGE, "The form is too large: " + tooLarge(e)),
        headers,
        status,
        request);
  }

  private static String tooLarge(MaxUploadSizeExceededException e) {
    return switch (NestedExceptionUtils.getMostSpecificCause(e)) {
      case FileCountLimitExceededException parts ->
          "it has more than %d parts".formatted(parts.getLimit());
      case Throwable other -> other.getMessage();
    };
  }

  /** What the framework itself refuses gets a type too. */
  @Override
  protected ResponseEntity<Object> createResponseEntity(
      Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
    if (body instanceof ProblemDetail problem && NO_TYPE.equals(typeOf(problem))) {
      ProblemType type = ProblemType.of(status.value());
      problem.setType(type.uri());
      problem.setTitle(type.title());
    }
    return super.createResponseEntity(body, headers, status, request);
  }

  private static URI typeOf(ProblemDetail problem) {
    return problem.getType() == null ? NO_TYPE : problem.getType();
  }

  static ProblemDetail problem(ProblemType type, String detail) {
    ProblemDetail problem = ProblemDetail.forStatusAndDetail(type.status(), detail);
    problem.setType(type.uri());
    problem.setTitle(type.title());
    return problem;
  }

  static ResponseEntity<ProblemDetail> respond(ProblemDetail problem) {
    ResponseEntity.BodyBuilder response =
        ResponseEntity.status(problem.getStatus()).contentType(MediaType.APPLICATION_PROBLEM_JSON);
    if (problem.getStatus() == HttpStatus.SERVICE_UNAVAILABLE.value()) {
      response.header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
    }
    return response.body(problem);
  }
}
