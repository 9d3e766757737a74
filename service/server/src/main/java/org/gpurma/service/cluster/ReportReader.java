package org.gpurma.service.cluster;

import java.util.stream.Collectors;
import org.gpurma.service.cluster.topology.UnreadableTopologyException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/** Reads the JSON that a probe printed, and guesses nothing: a text is no number. */
public final class ReportReader {
  static final String SOURCE = "gpurma-probe";

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .withCoercionConfig(
              LogicalType.Textual,
              text ->
                  text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
          .build();

  private ReportReader() {}

  /**
   * @throws UnreadableTopologyException where anything of it is not understood
   */
  public static NodeReport read(String json) {
    NodeReport report;
    try {
      report = MAPPER.readValue(json, NodeReport.class);
    } catch (JacksonException e) {
      var at = e.getLocation();
      throw new UnreadableTopologyException(
          SOURCE,
          at == null ? 1 : Math.max(1, at.getLineNr()),
          at == null ? 1 : Math.max(1, at.getColumnNr()),
          place(e) + " as the tool writes it",
          e.getCause() instanceof IllegalArgumentException bad
              ? bad.getMessage()
              : e.getOriginalMessage());
    }
    if (report == null || report.format() != NodeReport.FORMAT) {
      throw new UnreadableTopologyException(
          SOURCE,
          1,
          1,
          "a report of format " + NodeReport.FORMAT + "; runtime bundle and service must fit",
          report == null ? "" : "format " + report.format());
    }
    if (report.host() == null || report.host().isBlank()) {
      throw new UnreadableTopologyException(SOURCE, 1, 1, "the name of the machine as host", "");
    }
    return report;
  }

  /** The field that is wrong, e.g. {@code cores/0}. */
  private static String place(JacksonException e) {
    String path =
        e.getPath().stream()
            .map(
                step ->
                    step.getPropertyName() == null
                        ? Integer.toString(step.getIndex())
                        : step.getPropertyName())
            .collect(Collectors.joining("/"));
    return path.isEmpty() ? "a JSON object" : path;
  }
}
