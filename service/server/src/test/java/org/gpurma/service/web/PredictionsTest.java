package org.gpurma.service.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpurma.service.testing.ModelledJobs.CALIBRATE;
import static org.gpurma.service.testing.ModelledJobs.CALIBRATION;
import static org.gpurma.service.testing.ModelledJobs.MEASURE;
import static org.gpurma.service.testing.ModelledJobs.MODELLED;

import java.nio.file.Path;
import org.gpurma.service.testing.Api;
import org.gpurma.service.testing.FakeLauncher;
import org.gpurma.service.testing.RunningService;
import org.gpurma.service.testing.TestBundle;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** In order: a calibration that one test makes is there for the next. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PredictionsTest {
  @TempDir private static Path folder;
  private static final FakeLauncher LAUNCHER = new FakeLauncher();
  private static RunningService service;
  private static Api api;

  @BeforeAll
  static void start() {
    service = new RunningService(folder.resolve("data"), TestBundle.in(folder), LAUNCHER);
    api = service.api();
    api.awaitSchedulableNodes();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static JsonNode run(String spec, FakeLauncher.Play play) {
    LAUNCHER.play(play);
    JsonNode job = api.ended(api.submitted(spec));
    assertThat(job.at("/status/state").asString()).as(job.toPrettyString()).isEqualTo("SUCCEEDED");
    return job;
  }

  private static JsonNode plan(String spec) {
    return Api.json(api.post("/api/v1/plans", "application/yaml", spec));
  }

  private static JsonNode calibrations() {
    return Api.json(api.get("/api/v1/calibrations")).path("items");
  }

  @Test
  @Order(1)
  void without_a_calibration_the_plan_says_what_makes_one() {
    JsonNode prediction = plan(MODELLED).path("prediction");

    assertThat(prediction.path("model").asString()).isEqualTo("hd");
    assertThat(prediction.path("calibration").isNull()).isTrue();
    assertThat(prediction.path("rows")).isEmpty();
    assertThat(prediction.path("message").asString()).contains("job-specs/calibrate");
  }

  @Test
  @Order(2)
  void a_calibration_is_kept_with_where_it_was_measured() {
    JsonNode job = run(CALIBRATION, CALIBRATE);

    assertThat(calibrations()).hasSize(1);
    JsonNode kept = calibrations().get(0);
    assertThat(kept.path("job").asString()).isEqualTo(job.path("id").asString());
    assertThat(kept.path("gpus").asInt()).isEqualTo(2);
    assertThat(kept.path("ranks").asInt()).isEqualTo(2);
    assertThat(kept.path("memoryGBs").asDouble()).isEqualTo(2500);
    assertThat(kept.at("/puts/0/latencyUs").asDouble()).isCloseTo(1, within(1e-6));
    assertThat(kept.at("/puts/0/bandwidthGBs").asDouble()).isCloseTo(1, within(1e-6));
  }

  @Test
  @Order(3)
  void the_plan_predicts_from_it_and_the_job_keeps_that_beside_what_it_measured() {
    JsonNode planned = plan(MODELLED).path("prediction");
    JsonNode kept = run(MODELLED, MEASURE).path("prediction");

    // lap 3, the fluxes and out 4.5 each, three exchanges of 5.
    double[] predicted = {28.5, 13.5, 15};
    double[] measured = {28.5, 11, 16};
    for (int i = 0; i < 3; i++) {
      JsonNode row = planned.at("/rows/" + i);
      assertThat(row.path("predicted").asDouble()).isCloseTo(predicted[i], within(1e-9));
      assertThat(row.path("measured").isNull()).isTrue();
      assertThat(kept.at("/rows/" + i + "/predicted")).isEqualTo(row.path("predicted"));
      assertThat(kept.at("/rows/" + i + "/measured").asDouble()).isEqualTo(measured[i]);
    }
    assertThat(planned.path("calibration")).isEqualTo(kept.path("calibration"));
    assertThat(planned.path("message").isNull()).isTrue();
  }

  @Test
  @Order(4)
  void what_a_calibration_lacks_is_said() {
    JsonNode prediction =
        plan(MODELLED.replace("gpus: 2", "gpus: 1").replace("ranksPerGpu: 2", "ranksPerGpu: 3"))
            .path("prediction");

    assertThat(prediction.path("rows")).isEmpty();
    assertThat(prediction.path("message").asString()).contains("no halo over the path device");
  }

  @Test
  @Order(5)
  void other_numbers_of_ranks_are_predicted_with_a_warning() {
    JsonNode prediction =
        plan(MODELLED.replace("ranksPerGpu: 2", "ranksPerGpu: 3")).path("prediction");

    assertThat(prediction.path("rows")).hasSize(3);
    assertThat(prediction.path("message").asString())
        .isEqualTo("It was calibrated with 2 ranks a GPU, the job has 3");
  }

  @Test
  @Order(6)
  void a_newer_calibration_takes_the_place_of_the_older_one_and_bad_rows_do_not() {
    String bad = CALIBRATION.replace("implementation", "program");
    JsonNode older = calibrations();
    run(bad, CALIBRATE);
    assertThat(calibrations()).isEqualTo(older);
    JsonNode job = run(CALIBRATION, CALIBRATE);

    assertThat(calibrations()).hasSize(1);
    assertThat(calibrations().get(0).path("job")).isEqualTo(job.path("id"));
  }

  @Test
  @Order(7)
  void a_model_that_there_is_not_is_refused() {
    var response = api.submit(MODELLED.replace("model: hd", "model: roofline"), "");

    assertThat(response.statusCode()).isEqualTo(422);
    assertThat(response.body())
        .contains("/prediction/model", "hd, hd-overlap, hd-nooverlap or hd-recompute");
  }
}
