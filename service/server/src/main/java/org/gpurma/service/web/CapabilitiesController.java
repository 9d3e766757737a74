package org.gpurma.service.web;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.gpurma.service.cluster.Cluster;
import org.gpurma.service.cluster.ClusterNode;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.cluster.Reach;
import org.gpurma.service.compile.Compilers;
import org.gpurma.service.job.FailureReason;
import org.gpurma.service.job.JobState;
import org.gpurma.service.jobspec.JobSpecs;
import org.gpurma.service.jobspec.PlacementSpec;
import org.gpurma.service.jobspec.SpecReader;
import org.gpurma.service.jobspec.Userdata;
import org.gpurma.service.launch.LaunchPlanner;
import org.gpurma.service.launch.OpenMpiFacts;
import org.gpurma.service.lifecycle.LaunchPlans;
import org.gpurma.service.security.Caller;
import org.gpurma.service.security.Verb;
import org.gpurma.service.settings.SchedulingSettings;
import org.gpurma.service.settings.SecuritySettings;
import org.gpurma.service.settings.ServiceSettings;
import org.gpurma.wire.Protocol;
import org.springframework.boot.servlet.autoconfigure.MultipartProperties;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What this service can do, for programs that have to know before they ask. */
@RestController
final class CapabilitiesController {
  private static final String DEVELOPMENT = "development";

  private final Cluster cluster;
  private final ServiceSettings settings;
  private final SchedulingSettings scheduling;
  private final SecuritySettings security;
  private final MultipartProperties forms;
  private final ServerProperties server;
  private final LaunchPlans launches;
  private final Compilers compilers;

  CapabilitiesController(
      Cluster cluster,
      ServiceSettings settings,
      SchedulingSettings scheduling,
      SecuritySettings security,
      MultipartProperties forms,
      ServerProperties server,
      LaunchPlans launches) {
    this.cluster = cluster;
    this.settings = settings;
    this.scheduling = scheduling;
    this.security = security;
    this.forms = forms;
    this.server = server;
    this.launches = launches;
    compilers = new Compilers(settings.compile());
  }

  /**
   * @param launchers ways to start processes that the nodes of the cluster need
   * @param backends what kernels are compiled for
   * @param openMpi null where it is not installed
   * @param compilers of the service's machine
   * @param verbs that the caller's key allows
   */
  record Capabilities(
      Versions versions,
      Links links,
      List<String> launchers,
      List<GpuKind> backends,
      OpenMpi openMpi,
      List<Compilers.Found> compilers,
      Policies policies,
      List<String> states,
      List<String> reasons,
      boolean keysNeeded,
      List<Verb> verbs,
      Limits limits) {}

  record Versions(String service, String api, List<String> jobSpec, int wire) {}

  record Links(String jobSpecSchema, String openApi, String problems, String metrics) {}

  /**
   * As ompi_info reports it.
   *
   * @param gpuDirect of the parameters that let networks read and write the memory of GPUs, those
   *     that it has
   */
  record OpenMpi(
      String version,
      List<String> pmls,
      List<String> transports,
      List<String> accelerators,
      List<String> gpuDirect) {
    static OpenMpi of(OpenMpiFacts facts) {
      return new OpenMpi(
          facts.version(),
          sorted(facts.pmls()),
          sorted(facts.transports()),
          sorted(facts.accelerators()),
          LaunchPlanner.gpuDirectParameters().stream().filter(facts::knows).toList());
    }

    private static List<String> sorted(Set<String> names) {
      return names.stream().sorted().toList();
    }
  }

  record Policies(List<String> placement, List<String> binding, List<String> paths) {}

  /**
   * @param uploadBytes of all files of a submission together
   * @param gpus that a job may get once everything is ready and free
   */
  record Limits(
      int specBytes,
      long fileBytes,
      long uploadBytes,
      int userdataBytes,
      int arrayJobs,
      int listItems,
      long walltimeSeconds,
      long compileSeconds,
      int gpus) {}

  @GetMapping("/api/v1/capabilities")
  Capabilities capabilities() {
    return new Capabilities(
        new Versions(version(), "v1", List.of("gpurma/v1"), Protocol.CURRENT_VALUE),
        new Links(
            "/api/v1/job-spec.schema.json",
            "/api/v1/openapi.yaml",
            ProblemType.PAGE,
            "/actuator/prometheus"),
        launchers(),
        backends(),
        openMpi(),
        compilers.all(),
        new Policies(
            words(PlacementSpec.Policy.values()),
            words(PlacementSpec.Binding.values()),
            List.of("nearest", "network")),
        List.copyOf(JobState.WORDS),
        Stream.of(FailureReason.values()).map(FailureReason::word).toList(),
        security.needsKeys(server.getAddress()),
        Caller.current().verbs().stream().sorted().toList(),
        limits());
  }

  private static String version() {
    return Objects.requireNonNullElse(
        CapabilitiesController.class.getPackage().getImplementationVersion(), DEVELOPMENT);
  }

  private List<String> launchers() {
    return cluster.inventory().stream()
        .map(ClusterNode::reach)
        .map(
            reach ->
                switch (reach) {
                  case Reach.Local _ -> "local";
                  case Reach.Ssh _ -> "ssh";
                })
        .distinct()
        .toList();
  }

  private List<GpuKind> backends() {
    return cluster.known().stream()
        .flatMap(node -> node.gpus().stream())
        .map(gpu -> gpu.kind())
        .distinct()
        .sorted()
        .toList();
  }

  private OpenMpi openMpi() {
    try {
      return OpenMpi.of(launches.openMpi().facts());
    } catch (IOException | IllegalArgumentException _) {
      return null;
    }
  }

  private static List<String> words(Enum<?>[] values) {
    return Arrays.stream(values).map(value -> value.name().toLowerCase(Locale.ROOT)).toList();
  }

  private Limits limits() {
    return new Limits(
        SpecReader.MAX_BYTES,
        forms.getMaxFileSize().toBytes(),
        forms.getMaxRequestSize().toBytes(),
        Userdata.MOST_BYTES,
        JobSpecs.MOST_JOBS_OF_AN_ARRAY,
        JobController.MAX_PAGE,
        scheduling.longestWalltime().toSeconds(),
        settings.compile().timeout().toSeconds(),
        cluster.gpuCount());
  }
}
