package org.gpurma.client;

import java.io.FileNotFoundException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Collectors;
import org.gpurma.client.api.Api;
import org.gpurma.client.api.MultipartBody;
import org.gpurma.client.job.Job;
import org.gpurma.client.job.JobPage;
import org.gpurma.client.job.JobState;
import org.gpurma.client.log.LogListener;
import org.gpurma.client.log.LogQuery;
import org.gpurma.client.log.LogReader;
import org.gpurma.client.submission.JobFile;
import org.gpurma.client.submission.Submission;
import org.gpurma.client.submission.UnusableJobException;

/**
 * The job service as Java sees it. Every method may throw {@link
 * org.gpurma.client.api.ApiException}: refused with a problem, or not reachable.
 */
public final class GpuRmaClient implements AutoCloseable {

  private static final String JOBS = "/api/v1/jobs";

  private final Api api;

  private GpuRmaClient(Api api) {
    this.api = api;
  }

  /** No connection is made before the first request. */
  public static GpuRmaClient of(URI service) {
    return new GpuRmaClient(new Api(service));
  }

  /** The job as accepted; it runs on whether or not anyone follows it. */
  public Job submit(Submission submission) {
    MultipartBody body = new MultipartBody();
    body.text("spec", submission.contentType(), submission.spec());
    for (JobFile file : submission.files()) {
      try {
        body.file("file", file.name(), file.path());
      } catch (FileNotFoundException e) {
        throw new UnusableJobException("Cannot read " + file.path(), e);
      }
    }
    return api.post(JOBS + overrides(submission), body.contentType(), body.publisher(), Job.class);
  }

  public Job job(String id) {
    return api.get(path(id), Job.class);
  }

  /** The newest jobs first. */
  public JobPage jobs(int limit) {
    return api.get(JOBS + "?limit=" + limit, JobPage.class);
  }

  /** Asks for the job's end; it has come only once the job's state says so. */
  public Job cancel(String id) {
    return api.post(path(id) + "/cancel", Job.class);
  }

  /**
   * Hands the log's lines to the listener, each once, and returns behind the last.
   *
   * @return the state the job ended in; empty where lines yet to come were not asked for
   */
  public Optional<JobState> readLog(String id, LogQuery query, LogListener listener) {
    return new LogReader(api, path(id), query, listener).readToEnd();
  }

  /** The job's page for people. */
  public URI page(String id) {
    return api.uri("/jobs/" + encoded(id));
  }

  public URI output(String id, String name) {
    return api.uri(path(id) + "/outputs/" + encoded(name).replace("%2F", "/"));
  }

  @Override
  public void close() {
    api.close();
  }

  private static String path(String id) {
    return JOBS + "/" + encoded(id);
  }

  private static String overrides(Submission submission) {
    return submission.overrides().entrySet().stream()
        .map(override -> "set=" + encoded(override.getKey() + "=" + override.getValue()))
        .collect(Collectors.joining("&", submission.overrides().isEmpty() ? "" : "?", ""));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
