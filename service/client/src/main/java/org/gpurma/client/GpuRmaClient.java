package org.gpurma.client;

import java.io.FileNotFoundException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.gpurma.client.access.ApiKey;
import org.gpurma.client.access.ApiKeys;
import org.gpurma.client.access.IssuedKey;
import org.gpurma.client.access.WantedKey;
import org.gpurma.client.api.Api;
import org.gpurma.client.api.MultipartBody;
import org.gpurma.client.cluster.Calibration;
import org.gpurma.client.cluster.Calibrations;
import org.gpurma.client.cluster.Capabilities;
import org.gpurma.client.cluster.Cluster;
import org.gpurma.client.cluster.ClusterNode;
import org.gpurma.client.cluster.NodeTopology;
import org.gpurma.client.cluster.Topology;
import org.gpurma.client.job.Job;
import org.gpurma.client.job.JobArray;
import org.gpurma.client.job.JobCounters;
import org.gpurma.client.job.JobEvent;
import org.gpurma.client.job.JobEvents;
import org.gpurma.client.job.JobInput;
import org.gpurma.client.job.JobInputs;
import org.gpurma.client.job.JobPage;
import org.gpurma.client.job.JobPlan;
import org.gpurma.client.job.JobQuery;
import org.gpurma.client.job.JobState;
import org.gpurma.client.job.Submitted;
import org.gpurma.client.log.LogListener;
import org.gpurma.client.log.LogQuery;
import org.gpurma.client.log.LogReader;
import org.gpurma.client.submission.JobFile;
import org.gpurma.client.submission.Submission;
import org.gpurma.client.submission.UnusableJobException;
import tools.jackson.databind.JsonNode;

/**
 * The job service as Java sees it. Every method may throw {@link
 * org.gpurma.client.api.ApiException}: refused with a problem, or not reachable.
 */
public final class GpuRmaClient implements AutoCloseable {

  private static final String JOBS = "/api/v1/jobs";
  private static final String ARRAYS = "/api/v1/arrays";
  private static final String KEYS = "/api/v1/keys";
  private static final String CLUSTER = "/api/v1/cluster";

  private final Api api;

  private GpuRmaClient(Api api) {
    this.api = api;
  }

  /** No connection is made before the first request. */
  public static GpuRmaClient of(URI service) {
    return of(service, Optional.empty());
  }

  /**
   * @param key an API key of the service, where it asks for one
   */
  public static GpuRmaClient of(URI service, Optional<String> key) {
    return new GpuRmaClient(new Api(service, key));
  }

  /**
   * What was made of it; it runs on whether or not anyone follows it. Where the connection breaks
   * it is sent again, and made once all the same.
   *
   * @param held whether it waits until it is released
   */
  public Submitted submit(Submission submission, boolean held) {
    List<String> parameters = overrides(submission);
    if (held) {
      parameters.add("hold=true");
    }
    JsonNode made =
        api.postOnce(
            JOBS + query(parameters),
            body(submission),
            UUID.randomUUID().toString(),
            JsonNode.class);
    return made.has("jobs") ? api.convert(made, JobArray.class) : api.convert(made, Job.class);
  }

  /** What a submission would come to; nothing is stored. */
  public JobPlan plan(Submission submission) {
    return api.post(
        "/api/v1/plans" + query(overrides(submission)), body(submission), JobPlan.class);
  }

  public Job job(String id) {
    return api.get(job(id, ""), Job.class);
  }

  /**
   * The newest jobs first.
   *
   * @param cursor {@link JobPage#next} of the page before; empty for the first page
   */
  public JobPage jobs(JobQuery wanted, Optional<String> cursor, int limit) {
    List<String> parameters = new ArrayList<>(List.of("limit=" + limit));
    cursor.ifPresent(text -> parameters.add("cursor=" + encoded(text)));
    if (!wanted.states().isEmpty()) {
      parameters.add(
          "state=" + wanted.states().stream().map(JobState::name).collect(Collectors.joining(",")));
    }
    wanted.project().ifPresent(text -> parameters.add("project=" + encoded(text)));
    wanted.name().ifPresent(text -> parameters.add("name=" + encoded(text)));
    wanted.array().ifPresent(text -> parameters.add("array=" + encoded(text)));
    wanted
        .labels()
        .forEach((name, value) -> parameters.add("label=" + encoded(name + "=" + value)));
    return api.get(JOBS + query(parameters), JobPage.class);
  }

  /** Its whole history. */
  public List<JobEvent> events(String id) {
    List<JobEvent> events = new ArrayList<>();
    JobEvents piece = null;
    while (piece == null || piece.next() != null) {
      int from = piece == null ? 0 : piece.next();
      piece = api.get(job(id, "/events?limit=1000&from=" + from), JobEvents.class);
      events.addAll(piece.items());
    }
    return List.copyOf(events);
  }

  /**
   * What its ranks have done, in numbers.
   *
   * @param attempt empty: the last one
   */
  public JobCounters counters(String id, Optional<Integer> attempt) {
    return api.get(
        job(id, "/counters" + attempt.map(number -> "?attempt=" + number).orElse("")),
        JobCounters.class);
  }

  /** Asks for the job's end; it has come only once the job's state says so. */
  public Job cancel(String id) {
    return api.post(job(id, "/cancel"), Job.class);
  }

  /** Keeps a job that waits from starting. */
  public Job hold(String id) {
    return api.post(job(id, "/hold"), Job.class);
  }

  public Job release(String id) {
    return api.post(job(id, "/release"), Job.class);
  }

  /** Queues a job again that failed or was cancelled. */
  public Job retry(String id) {
    return api.post(job(id, "/retry"), Job.class);
  }

  public JobArray array(String id) {
    return api.get(array(id, ""), JobArray.class);
  }

  /** As {@link #cancel}, all jobs of the array that have not ended. */
  public JobArray cancelArray(String id) {
    return api.post(array(id, "/cancel"), JobArray.class);
  }

  public JobArray holdArray(String id) {
    return api.post(array(id, "/hold"), JobArray.class);
  }

  public JobArray releaseArray(String id) {
    return api.post(array(id, "/release"), JobArray.class);
  }

  /**
   * Hands the log's lines to the listener, each once, and returns behind the last.
   *
   * @return the state the job ended in; empty where lines yet to come were not asked for
   */
  public Optional<JobState> readLog(String id, LogQuery query, LogListener listener) {
    return new LogReader(api, job(id, ""), query, listener).readToEnd();
  }

  /** The job's page for people. */
  public URI page(String id) {
    return api.uri("/jobs/" + encoded(id));
  }

  public URI output(String id, String name) {
    return api.uri(outputPath(id, name));
  }

  public void download(String id, String output, Path file) {
    api.download(outputPath(id, output), file);
  }

  /** The files that came with it. */
  public List<JobInput> inputs(String id) {
    return api.get(job(id, "/inputs"), JobInputs.class).items();
  }

  public void downloadInput(String id, String input, Path file) {
    api.download(job(id, "/inputs/" + encoded(input).replace("%2F", "/")), file);
  }

  /** What the service can do. */
  public Capabilities capabilities() {
    return api.get("/api/v1/capabilities", Capabilities.class);
  }

  /** What job specs may hold, as JSON Schema. */
  public JsonNode jobSpecSchema() {
    return api.get("/api/v1/job-spec.schema.json", JsonNode.class);
  }

  public Topology topology() {
    return api.get(CLUSTER + "/topology", Topology.class);
  }

  public NodeTopology topology(String node) {
    return api.get(CLUSTER + "/nodes/" + encoded(node) + "/topology", NodeTopology.class);
  }

  public Cluster cluster() {
    return api.get(CLUSTER, Cluster.class);
  }

  /** What was measured of its GPUs, the newest first. */
  public List<Calibration> calibrations() {
    return api.get("/api/v1/calibrations", Calibrations.class).items();
  }

  /** No new job starts there; those that run go on. */
  public ClusterNode drain(String node, String reason) {
    return api.post(
        CLUSTER + "/nodes/" + encoded(node) + "/drain",
        Map.of("reason", reason),
        ClusterNode.class);
  }

  public ClusterNode resume(String node) {
    return api.post(CLUSTER + "/nodes/" + encoded(node) + "/resume", ClusterNode.class);
  }

  /** Those that hold, the newest first. */
  public List<ApiKey> keys() {
    return api.get(KEYS, ApiKeys.class).items();
  }

  public IssuedKey issueKey(WantedKey wanted) {
    return api.post(KEYS, wanted, IssuedKey.class);
  }

  /** One that may do the same; the old one holds for so long still. */
  public IssuedKey rotateKey(String id, int overlapHours) {
    return api.post(
        KEYS + "/" + encoded(id) + "/rotate?overlapHours=" + overlapHours, IssuedKey.class);
  }

  public void revokeKey(String id) {
    api.delete(KEYS + "/" + encoded(id));
  }

  @Override
  public void close() {
    api.close();
  }

  private static MultipartBody body(Submission submission) {
    MultipartBody body = new MultipartBody();
    body.text("spec", submission.contentType(), submission.spec());
    for (JobFile file : submission.files()) {
      try {
        body.file("file", file.name(), file.path());
      } catch (FileNotFoundException e) {
        throw new UnusableJobException("Cannot read " + file.path(), e);
      }
    }
    return body;
  }

  private static List<String> overrides(Submission submission) {
    List<String> parameters = new ArrayList<>();
    submission
        .overrides()
        .forEach((name, value) -> parameters.add("set=" + encoded(name + "=" + value)));
    return parameters;
  }

  private static String query(List<String> parameters) {
    return parameters.isEmpty() ? "" : "?" + String.join("&", parameters);
  }

  private static String job(String id, String more) {
    return JOBS + "/" + encoded(id) + more;
  }

  private static String array(String id, String more) {
    return ARRAYS + "/" + encoded(id) + more;
  }

  private static String outputPath(String id, String name) {
    return job(id, "/outputs/" + encoded(name).replace("%2F", "/"));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
