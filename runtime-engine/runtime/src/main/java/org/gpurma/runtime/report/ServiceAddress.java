package org.gpurma.runtime.report;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.gpurma.wire.RunSpec;

/** Where one attempt of a job reports to. */
public record ServiceAddress(String attemptUrl, String token) {

  public static ServiceAddress of(RunSpec spec) {
    return new ServiceAddress(
        "%s/internal/v1/jobs/%s/attempts/%d"
            .formatted(spec.getServiceUrl(), encode(spec.getJob()), spec.getAttempt()),
        spec.getToken());
  }

  URI batches() {
    return URI.create(attemptUrl + "/batches");
  }

  URI output(String file, long offset) {
    return URI.create(attemptUrl + "/outputs/" + encode(file) + "?offset=" + offset);
  }

  String authorization() {
    return "Bearer " + token;
  }

  /** A file in a folder keeps its slashes. */
  private static String encode(String path) {
    return URLEncoder.encode(path, StandardCharsets.UTF_8).replace("+", "%20").replace("%2F", "/");
  }
}
