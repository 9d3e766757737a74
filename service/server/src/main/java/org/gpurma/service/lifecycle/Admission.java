package org.gpurma.service.lifecycle;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.jobspec.JobSpec;
import org.gpurma.service.jobspec.JobSpecs;
import org.gpurma.service.jobspec.PlacementSpec;
import org.gpurma.service.jobspec.SpecError;
import org.gpurma.service.jobspec.Suggestion;
import org.gpurma.service.placement.PlacementResult;
import org.gpurma.service.scheduling.GpuWish;
import org.gpurma.service.scheduling.Inventory;
import org.gpurma.service.scheduling.Scheduler;
import org.gpurma.service.scheduling.Shape;
import org.gpurma.service.security.Caller;
import org.gpurma.service.settings.SchedulingSettings;
import org.gpurma.service.settings.WebhookSettings;

/** Refuses what could never run here, so that it does not wait for ever. */
public final class Admission implements JobSpecs.Admission {
  private static final int SHOWN_REASONS = 4;

  private final SchedulableCluster view;
  private final SchedulingSettings settings;
  private final WebhookSettings webhooks;

  public Admission(SchedulableCluster view, SchedulingSettings settings, WebhookSettings webhooks) {
    this.view = view;
    this.settings = settings;
    this.webhooks = webhooks;
  }

  @Override
  public List<SpecError> check(JobSpec spec) {
    List<SpecError> errors = new ArrayList<>();
    checkProject(spec, errors);
    checkWalltime(spec, errors);
    checkBinary(spec.program(), errors);
    checkPlacement(spec, errors);
    if (errors.isEmpty()) {
      checkGpus(spec, errors);
    }
    if (errors.isEmpty() && asksForCores(spec)) {
      checkCores(spec, errors);
    }
    checkNotifications(spec, errors);
    return errors;
  }

  private void checkNotifications(JobSpec spec, List<SpecError> errors) {
    for (int i = 0; i < spec.notifications().size(); i++) {
      String url = spec.notifications().get(i).url();
      if (!webhooks.allows(host(url))) {
        errors.add(
            new SpecError(
                "/notifications/" + i + "/url",
                "names a host that this service does not call; it calls "
                    + String.join(", ", webhooks.allowedHosts())));
      }
    }
  }

  /** Empty for what is no address. */
  private static String host(String url) {
    try {
      return Objects.requireNonNullElse(URI.create(url).getHost(), "");
    } catch (IllegalArgumentException _) {
      return "";
    }
  }

  private void checkProject(JobSpec spec, List<SpecError> errors) {
    String project = spec.metadata().project();
    if (!Caller.current().sees(project)) {
      errors.add(
          new SpecError(
              "/metadata/project",
              "is '"
                  + project
                  + "', but the key is for "
                  + String.join(", ", Caller.current().sortedProjects())));
      return;
    }
    Set<String> known = new TreeSet<>(settings.projects().keySet());
    known.add(JobSpec.Metadata.DEFAULT_PROJECT);
    if (known.size() > 1 && !known.contains(project)) {
      errors.add(
          new SpecError(
              "/metadata/project",
              "is no project of this service: '"
                  + project
                  + "'"
                  + Suggestion.didYouMean(project, known)
                  + " (there are: "
                  + String.join(", ", known)
                  + ")"));
    }
  }

  private void checkWalltime(JobSpec spec, List<SpecError> errors) {
    Duration longest = settings.longestWalltime();
    if (spec.walltimeLimit().compareTo(longest) > 0) {
      errors.add(
          new SpecError(
              "/walltime",
              "must be at most "
                  + longest.toHours()
                  + "h on this service, but is "
                  + spec.walltime()));
    }
  }

  private void checkBinary(JobSpec.Program program, List<SpecError> errors) {
    if (program.binary() == null) {
      return;
    }
    GpuKind kind = view.kind();
    String file =
        switch (kind) {
          case CUDA -> program.binary().cuda();
          case EMULATED -> program.binary().emulated();
        };
    if (file == null) {
      errors.add(
          new SpecError(
              "/program/binary/" + kind.word(),
              "is required: the GPUs of this cluster are " + kind.word()));
    }
  }

  private void checkGpus(JobSpec spec, List<SpecError> errors) {
    Inventory inventory = view.whole();
    Shape shape = Requests.shape(spec, view.kind());
    if (!Scheduler.canEverFit(inventory, shape)) {
      errors.add(neverFits(spec, inventory, shape));
      return;
    }
    var project = settings.projects().get(spec.metadata().project());
    int charge = Scheduler.charge(inventory, shape);
    if (project != null && project.maxGpus() > 0 && charge > project.maxGpus()) {
      errors.add(
          new SpecError(
              "/resources/gpus",
              "counts as "
                  + charge
                  + " GPUs, but project '"
                  + spec.metadata().project()
                  + "' may hold "
                  + project.maxGpus()));
    }
  }

  /** Without that there are cores wherever there are GPUs. */
  private static boolean asksForCores(JobSpec spec) {
    return spec.resources().coresPerGpu() > 0
        || spec.placement().cores() != null
        || !spec.placement().processes().isEmpty();
  }

  /** The scheduler counts GPUs only: a job whose cores there never are would wait for ever. */
  private void checkCores(JobSpec spec, List<SpecError> errors) {
    switch (view.placeOnEmpty(spec)) {
      case PlacementResult.Placed _ -> {}
      case PlacementResult.NoRoom noRoom ->
          errors.add(
              new SpecError(
                  spec.resources().coresPerGpu() > 0 ? "/resources/coresPerGpu" : "/placement",
                  "leaves no place for the job even while no other runs: "
                      + noRoom.reasons().stream()
                          .limit(SHOWN_REASONS)
                          .collect(Collectors.joining("; "))));
    }
  }

  private void checkPlacement(JobSpec spec, List<SpecError> errors) {
    errors.addAll(new PlacementCheck(view.known()).check(spec.placement()));
  }

  private static SpecError neverFits(JobSpec spec, Inventory inventory, Shape shape) {
    var anyGpu =
        new Shape(shape.gpus(), shape.nodes(), shape.exclusive(), GpuWish.ANY, shape.onlyOn());
    if (Scheduler.canEverFit(inventory, anyGpu)) {
      return new SpecError(
          "/resources/gpu", "is more than the GPUs of this cluster are: " + describe(inventory));
    }
    var anywhere = new Shape(shape.gpus(), shape.nodes(), shape.exclusive(), GpuWish.ANY);
    if (!shape.onlyOn().isEmpty() && Scheduler.canEverFit(inventory, anywhere)) {
      return new SpecError(
          "/placement", "leaves too few GPUs of one kind: it asks for " + shape.gpus() + " GPUs");
    }
    return new SpecError(
        fieldOfNodes(spec), "fits on no nodes of this cluster: " + describe(inventory));
  }

  private static String fieldOfNodes(JobSpec spec) {
    if (spec.placement().policy() == PlacementSpec.Policy.SPREAD) {
      return "/placement/policy";
    }
    return spec.resources().gpusPerNode() > 0 ? "/resources/gpusPerNode" : "/resources/gpus";
  }

  /** E.g. "2 nodes with 8 x NVIDIA H200 (143771 MiB)". */
  private static String describe(Inventory inventory) {
    return inventory.nodes().stream()
        .collect(
            Collectors.groupingBy(
                node ->
                    node.gpus()
                        + " x "
                        + node.model()
                        + (node.memoryMiB() > 0 ? " (" + node.memoryMiB() + " MiB)" : ""),
                Collectors.counting()))
        .entrySet()
        .stream()
        .map(kind -> kind.getValue() + " node(s) with " + kind.getKey())
        .sorted()
        .collect(Collectors.joining(", "));
  }
}
