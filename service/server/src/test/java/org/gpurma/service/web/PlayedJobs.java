package org.gpurma.service.web;

import org.gpurma.service.testing.Api;
import org.gpurma.service.testing.FakeLauncher;
import org.gpurma.service.testing.PlayedService;
import org.gpurma.service.testing.Specs;
import org.junit.jupiter.api.BeforeEach;
import tools.jackson.databind.JsonNode;

/** Jobs over real HTTP; only mpirun and its processes are played. */
abstract class PlayedJobs {
  static final PlayedService SERVICE = PlayedService.shared();

  static final FakeLauncher LAUNCHER = SERVICE.launcher();

  static final Api API = SERVICE.api();

  @BeforeEach
  void everyRankSaysHello() {
    LAUNCHER.play(FakeLauncher.HELLO);
  }

  JsonNode run(FakeLauncher.Play play) {
    LAUNCHER.play(play);
    return API.ended(API.submitted(Specs.HELLO));
  }

  static String state(JsonNode job) {
    return job.path("status").path("state").asString();
  }

  String texts(JsonNode job) {
    String path = "/api/v1/jobs/" + job.path("id").asString() + "/logs";
    return API.get(path, "Accept", "text/plain").body();
  }
}
