package org.gpurma.service.jobspec;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reads, completes and checks job specs; what comes out can be run. */
public final class JobSpecs {
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

  public JobSpecs(Supplier<ClusterLimits> limits) {
    rules =
        List.of(
            new ModelRule(),
            new ProgramRule(),
            new HostRule(),
            new ResourceRule(limits),
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
  public ObjectNode resolve(ObjectNode spec, List<String> settings, JobFolder folder) {
    var errors = new ArrayList<SpecError>();
    Overrides overrides = Overrides.parse(settings, errors);
    ObjectNode overridden = spec.deepCopy();
    if (isMappingOrAbsent(spec, "parameters") && isMappingOrAbsent(spec, "resources")) {
      overrides.apply(overridden, errors);
    }
    ObjectNode expanded = SpecExpander.expand(overridden, errors);
    errors.addAll(schema.check(expanded));
    var findings = new Findings(errors);
    rules.forEach(rule -> rule.check(expanded, folder, findings));
    if (!findings.errors().isEmpty()) {
      throw new InvalidJobSpecException(findings.errors());
    }
    return expanded;
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
