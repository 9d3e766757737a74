package org.gpurma.service.web;

import com.google.protobuf.InvalidProtocolBufferException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import org.gpurma.service.ingest.OpenAttempt;
import org.gpurma.service.ingest.OpenAttempts;
import org.gpurma.service.ingest.ReceivedBatch;
import org.gpurma.service.job.Attempt;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.job.AttemptStore;
import org.gpurma.service.job.JobId;
import org.gpurma.service.joblog.Entry;
import org.gpurma.service.metrics.IngestMetrics;
import org.gpurma.wire.Ack;
import org.gpurma.wire.Protocol;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * What runtime processes report, as the wire contract says; each attempt has a token of its own.
 */
@RestController
@NeedsNoKey
@RequestMapping("/internal/v1/jobs/{job}/attempts/{attempt}")
final class IngestController {
  private static final String PROTOBUF = "application/x-protobuf";
  private static final int MAX_BATCH = 16 << 20;

  private final OpenAttempts openAttempts;
  private final AttemptStore attempts;
  private final JobReading reading;
  private final IngestMetrics metrics;

  IngestController(
      OpenAttempts openAttempts, AttemptStore attempts, JobReading reading, IngestMetrics metrics) {
    this.openAttempts = openAttempts;
    this.attempts = attempts;
    this.reading = reading;
    this.metrics = metrics;
  }

  @PostMapping(path = "/batches", consumes = PROTOBUF, produces = PROTOBUF)
  byte[] accept(
      @PathVariable String job,
      @PathVariable int attempt,
      @RequestHeader(name = "Authorization", defaultValue = "") String authorization,
      HttpServletRequest request)
      throws IOException {
    OpenAttempt open = admit(job, attempt, authorization);
    ReceivedBatch batch = read(request);
    if (batch.protocol() != Protocol.CURRENT_VALUE) {
      throw ApiException.otherProtocol(
          "The runtime speaks version "
              + Integer.toUnsignedString(batch.protocol())
              + " of the wire contract, this service version "
              + Protocol.CURRENT_VALUE
              + "; install a runtime bundle that fits the service");
    }
    if (!open.hasProcess(batch.process())) {
      throw ApiException.badRequest("The attempt has no process " + batch.process());
    }
    long next = open.accept(batch.process(), batch.firstIndex(), records(batch));
    metrics.received(request.getContentLengthLong());
    return Ack.newBuilder().setNextIndex(next).build().toByteArray();
  }

  @PutMapping("/outputs/{file}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void output(
      @PathVariable String job,
      @PathVariable int attempt,
      @PathVariable String file,
      @RequestParam(defaultValue = "0") long offset,
      @RequestHeader(name = "Authorization", defaultValue = "") String authorization,
      HttpServletRequest request)
      throws IOException {
    admit(job, attempt, authorization).outputs().write(file, offset, request.getInputStream());
  }

  /**
   * A process that reports before a restarted service has taken its attempt up again is told to
   * come back.
   */
  private OpenAttempt admit(String job, int number, String authorization) {
    String token = authorization.startsWith("Bearer ") ? authorization.substring(7) : "";
    AttemptId id =
        new AttemptId(
            JobId.parse(job)
                .orElseThrow(() -> ApiException.notFound("There is no job '" + job + "'")),
            number);
    OpenAttempt open = openAttempts.find(id).orElse(null);
    if (open != null) {
      if (!open.admits(token)) {
        throw ApiException.unauthorized("The token is not that of attempt " + id);
      }
      return open;
    }
    Attempt known =
        attempts.find(id).orElseThrow(() -> ApiException.notFound("There is no attempt " + id));
    if (!OpenAttempt.sameToken(known.token(), token)) {
      throw ApiException.unauthorized("The token is not that of attempt " + id);
    }
    throw reading.ended(id)
        ? ApiException.gone("Attempt " + id + " has ended; nothing more is taken for it")
        : ApiException.notYet("Attempt " + id + " is not taken up yet; send again");
  }

  private static ReceivedBatch read(HttpServletRequest request) throws IOException {
    byte[] body = request.getInputStream().readNBytes(MAX_BATCH + 1);
    if (body.length > MAX_BATCH) {
      throw ApiException.tooLarge("A batch may have " + MAX_BATCH + " bytes");
    }
    try {
      return ReceivedBatch.of(body);
    } catch (InvalidProtocolBufferException e) {
      throw noBatch(e);
    }
  }

  private static List<Entry.Sent> records(ReceivedBatch batch) {
    try {
      return batch.records();
    } catch (InvalidProtocolBufferException e) {
      throw noBatch(e);
    }
  }

  private static ApiException noBatch(InvalidProtocolBufferException error) {
    return ApiException.badRequest(
        "The body is not a Batch of the wire contract: " + error.getMessage());
  }
}
