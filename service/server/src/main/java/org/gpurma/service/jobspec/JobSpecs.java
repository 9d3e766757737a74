package org.gpurma.service.jobspec;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reads, completes and checks job specs; what comes out can be run. */
public final class JobSpecs {
  /** The most jobs that a sweep makes. */
  public static final int MOST_JOBS_OF_AN_ARRAY = Sweep.MOST_JOBS;

  private final SpecReader reader = new SpecReader();
  private final SpecSchema schema = new SpecSchema();
  private final List<SpecRule> rules;
  private final JsonMapper mapper =
      JsonMapper.builder()
          .disable(
              DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
              // A number that a spec may leave out is 0 where it does.
              DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  private final Admission admission;

  /** Says what of a spec, good as it is in itself, this installation does not take. */
  @FunctionalInterface
  public interface Admission {
    List<SpecError> check(JobSpec spec);
  }

  public JobSpecs(Supplier<ClusterLimits> limits) {
    this(limits, _ -> List.of());
  }

  public JobSpecs(Supplier<ClusterLimits> limits, Admission admission) {
    this.admission = admission;
    rules =
        List.of(
            new TextRule(),
            new ModelRule(),
            new ProgramRule(),
            new HostRule(),
            new ResourceRule(limits),
            new PlacementRule(),
            new MemoryRule(),
            new InputRule(),
            new BufferRule(),
            new UserdataRule(),
            new CheckRule());
  }

  public ObjectNode read(byte[] body, SpecFormat format) {
    return reader.read(body, format);
  }

  /**
   * The spec with overrides applied and expressions filled in, checked against the files that came
   * with it.
   *
   * @throws InvalidJobSpecException with everything that is wrong
   */
  public ResolvedSpec resolve(ObjectNode spec, List<String> settings, JobFolder folder) {
    var errors = new ArrayList<SpecError>();
    Overrides overrides = Overrides.parse(settings, errors);
    ObjectNode overridden = spec.deepCopy();
    if (isMappingOrAbsent(spec, "parameters") && isMappingOrAbsent(spec, "resources")) {
      overrides.apply(overridden, errors);
    }
    errors.addAll(schema.checkSweep(overridden));
    List<ResolvedSpec.Item> jobs = new ArrayList<>();
    for (Sweep.Member member : Sweep.members(overridden, errors)) {
      jobs.addAll(resolve(member, folder, errors));
      if (!errors.isEmpty()) {
        // What is wrong with a sweep is found again in its members.
        throw new InvalidJobSpecException(List.copyOf(new LinkedHashSet<>(errors)));
      }
    }
    return new ResolvedSpec(
        jobs, Sweep.isIn(overridden), overridden.path("sweep").path("maxParallel").asInt(0));
  }

  /** Empty where something is wrong; it stands among the errors then. */
  private List<ResolvedSpec.Item> resolve(
      Sweep.Member member, JobFolder folder, List<SpecError> errors) {
    List<SpecError> own = new ArrayList<>();
    ObjectNode expanded = SpecExpander.expand(member.spec(), own);
    own.addAll(schema.check(expanded));
    var findings = new Findings(own);
    rules.forEach(rule -> rule.check(expanded, folder, findings));
    List<SpecError> found = findings.errors();
    JobSpec typed = null;
    if (found.isEmpty()) {
      typed = bind(expanded);
      found = admission.check(typed);
    }
    String which = member.describe();
    for (SpecError error : found) {
      errors.add(
          which.isEmpty()
              ? error
              : new SpecError(error.pointer(), error.message() + " (with " + which + ")"));
    }
    return found.isEmpty() ? List.of(new ResolvedSpec.Item(expanded, typed)) : List.of();
  }

  private static boolean isMappingOrAbsent(ObjectNode spec, String field) {
    return !spec.has(field) || spec.get(field).isObject();
  }

  /** The typed form of a resolved spec. */
  public JobSpec bind(JsonNode resolved) {
    try {
      return mapper.treeToValue(resolved, JobSpec.class);
    } catch (JacksonException e) {
      throw new InvalidJobSpecException(List.of(new SpecError("", e.getOriginalMessage())));
    }
  }

  public JsonNode schema() {
    return schema.document();
  }
}
