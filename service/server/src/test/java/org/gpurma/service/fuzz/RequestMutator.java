package org.gpurma.service.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;

/** Requests of all kinds, as bytes: right ones, and ones with wrong methods, paths and headers. */
final class RequestMutator {
  private static final List<String> METHODS =
      List.of("GET", "GET", "GET", "POST", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS");

  private static final List<String> PATHS =
      List.of(
          "/api/v1/jobs",
          "/api/v1/plans",
          "/api/v1/jobs/{id}",
          "/api/v1/jobs/{id}/spec",
          "/api/v1/jobs/{id}/events",
          "/api/v1/jobs/{id}/logs",
          "/api/v1/jobs/{id}/inputs",
          "/api/v1/jobs/{id}/inputs/{file}",
          "/api/v1/jobs/{id}/outputs",
          "/api/v1/jobs/{id}/outputs/{file}",
          "/api/v1/jobs/{id}/notifications",
          "/api/v1/jobs/{id}/cancel",
          "/api/v1/jobs/{id}/hold",
          "/api/v1/jobs/{id}/release",
          "/api/v1/jobs/{id}/retry",
          "/api/v1/arrays/{id}",
          "/api/v1/arrays/{id}/hold",
          "/api/v1/cluster",
          "/api/v1/cluster/topology",
          "/api/v1/cluster/nodes/{file}",
          "/api/v1/cluster/nodes/{file}/drain",
          "/api/v1/capabilities",
          "/api/v1/keys",
          "/api/v1/keys/{file}/rotate",
          "/api/v1/session",
          "/api/v1/job-spec.schema.json",
          "/internal/v1/jobs/{id}/attempts/1/batches",
          "/internal/v1/jobs/{id}/attempts/1/outputs/{file}",
          "/problems",
          "/problems/{file}",
          "/jobs/{id}",
          "/js/{file}",
          "/actuator/{file}",
          "/{file}");

  private static final List<String> NAMES =
      List.of(
          "..%2f..%2f..%2fetc%2fpasswd",
          "%2e%2e/%2e%2e/service.mv.db",
          "..;/..;/x",
          "%00",
          "%",
          "%zz",
          "%c0%ae",
          "a%0d%0ab",
          "userdata.0.bin",
          "kernel.cu",
          "results.csv",
          "x".repeat(3000),
          "%f0%9f%92%a9",
          "prometheus",
          "health",
          "not-found",
          "-1");

  private static final List<String> QUERIES =
      List.of(
          "limit=1",
          "limit=-1",
          "limit=99999999999",
          "limit=x",
          "cursor=",
          "cursor={base64}",
          "state=QUEUED,running",
          "state=,",
          "label=a",
          "label=a=b=c",
          "array={id}",
          "project=%00",
          "from=2147483648",
          "from=1&limit=5",
          "rank=0,1,x",
          "rank=99999999999",
          "channel=rank,x",
          "since=yesterday",
          "since=2020-01-01T00:00:00Z",
          "after=-9223372036854775809",
          "after=3",
          "follow=maybe",
          "attempt=0",
          "attempt=1",
          "offset=-1",
          "offset=9223372036854775807",
          "overlapHours=1e9",
          "set=gpus=9",
          "set==",
          "set=%ff",
          "hold=maybe",
          "folder=..",
          "folder=hello-world",
          "a[]=1&a[b]=2",
          "%",
          "&&&==");

  private static final List<String> HEADERS =
      List.of(
          "Accept: text/event-stream",
          "Accept: application/x-ndjson",
          "Accept: */*;q=x",
          "Accept: x/y",
          "Range: bytes=0-1",
          "Range: bytes=-",
          "Range: bytes=5-1,0-0,9999999999999999999-",
          "Range: lines=1",
          "If-None-Match: *",
          "If-None-Match: \"a\", W/\"b\"",
          "If-Match: \"0\"",
          "If-Match: W/",
          "If-Modified-Since: never",
          "Last-Event-ID: x",
          "Last-Event-ID: 99999999999999999999",
          "Idempotency-Key: same",
          "Idempotency-Key:",
          "Idempotency-Key: " + "k".repeat(300),
          "Authorization: Bearer gpurma_000000000000_0",
          "Authorization: Basic eA==",
          "Cookie: gpurma-key=;;=",
          "Content-Encoding: gzip",
          "Expect: 100-continue",
          "Origin: http://evil.example",
          "X-Forwarded-Prefix: //evil",
          "Accept-Language: " + "a,".repeat(500),
          "X-HTTP-Method-Override: DELETE");

  private static final List<String> TYPES =
      List.of(
          "application/yaml",
          "application/yaml",
          "application/json",
          "application/json",
          "text/yaml",
          "application/json; charset=utf-7",
          "application/x-protobuf",
          "application/x-www-form-urlencoded",
          "multipart/form-data",
          "multipart/form-data; boundary=\"",
          "image/png",
          "a",
          "/");

  private final Random random;
  private final SpecMutator specs;
  private final List<String> ids;
  private final String canary;

  /**
   * @param ids of jobs that there are
   * @param canary part of the name of every file that is sent
   */
  RequestMutator(Random random, SpecMutator specs, List<String> ids, String canary) {
    this.random = random;
    this.specs = specs;
    this.ids = ids;
    this.canary = canary;
  }

  byte[] next() {
    return switch (random.nextInt(10)) {
      case 0, 1, 2, 3 -> submission();
      case 4, 5 -> form();
      default -> any();
    };
  }

  private byte[] submission() {
    String path = random.nextBoolean() ? "/api/v1/jobs" : "/api/v1/plans";
    SpecMutator.Mutated spec = specs.next();
    String folder = spec.folder().isEmpty() ? "" : "&folder=" + spec.folder();
    String type = random.nextInt(8) == 0 ? pick(TYPES) : "application/yaml";
    return request("POST", path + "?hold=true" + folder, type, spec.text());
  }

  private byte[] any() {
    String path =
        pick(PATHS)
            .replace("{id}", random.nextInt(5) == 0 ? pick(NAMES) : pick(ids))
            .replace("{file}", pick(NAMES));
    String query = "";
    for (int i = random.nextInt(3); i > 0; i--) {
      query += (query.isEmpty() ? "?" : "&") + pick(QUERIES);
    }
    byte[] noise = new byte[random.nextInt(40)];
    random.nextBytes(noise);
    query =
        query
            .replace("{base64}", Base64.getUrlEncoder().encodeToString(noise))
            .replace("{id}", pick(ids));
    byte[] body =
        switch (random.nextInt(4)) {
          case 0 -> specs.next().text();
          case 1 -> noise;
          case 2 ->
              "{\"name\":\"x\",\"verbs\":[\"read\"],\"days\":-1}".getBytes(StandardCharsets.UTF_8);
          default -> new byte[0];
        };
    return request(pick(METHODS), path + query, pick(TYPES), body);
  }

  /** A form with the spec and files whose names lead out of its folder. */
  private byte[] form() {
    var body = new ByteArrayOutputStream();
    String boundary = "b" + random.nextInt(1000);
    part(body, boundary, "name=\"spec\"", specs.next().text());
    List<String> names =
        List.of(
            canary,
            "../" + canary,
            "../../../../../../tmp/" + canary,
            "/tmp/" + canary,
            "a/../../" + canary,
            "a\\..\\..\\" + canary,
            "a/" + canary,
            "a\u0000" + canary,
            "./././" + canary,
            "n".repeat(300) + canary,
            "kernel.cu",
            "");
    for (int i = random.nextInt(4); i > 0; i--) {
      part(
          body,
          boundary,
          "name=\"file\"; filename=\"" + pick(names) + "\"",
          "__global__ void hello(int) {}".getBytes(StandardCharsets.UTF_8));
    }
    if (random.nextInt(4) == 0) {
      part(
          body,
          boundary,
          "name=\"" + pick(List.of("set", "hold", "x", "")) + "\"",
          new byte[] {'x'});
    }
    write(body, "--" + boundary + (random.nextInt(8) == 0 ? "" : "--\r\n"));
    byte[] bytes = body.toByteArray();
    return request(
        "POST",
        (random.nextBoolean() ? "/api/v1/jobs" : "/api/v1/plans") + "?hold=true",
        "multipart/form-data; boundary=" + (random.nextInt(10) == 0 ? "other" : boundary),
        random.nextInt(8) == 0 ? specs.damaged(bytes) : bytes);
  }

  private static void part(
      ByteArrayOutputStream body, String boundary, String disposition, byte[] content) {
    write(
        body, "--" + boundary + "\r\nContent-Disposition: form-data; " + disposition + "\r\n\r\n");
    body.writeBytes(content);
    write(body, "\r\n");
  }

  private byte[] request(String method, String target, String type, byte[] body) {
    var request = new ByteArrayOutputStream();
    write(request, method + " " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
    List<String> headers = new ArrayList<>();
    headers.add("Content-Type: " + type);
    headers.add(
        "Content-Length: " + (random.nextInt(40) == 0 ? random.nextInt(5000) : body.length));
    for (int i = random.nextInt(3); i > 0; i--) {
      headers.add(pick(HEADERS));
    }
    headers.forEach(header -> write(request, header + "\r\n"));
    write(request, "\r\n");
    request.writeBytes(body);
    byte[] bytes = request.toByteArray();
    return random.nextInt(60) == 0 ? specs.damaged(bytes) : bytes;
  }

  private static void write(ByteArrayOutputStream out, String text) {
    out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
