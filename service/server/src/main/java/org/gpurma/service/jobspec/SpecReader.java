package org.gpurma.service.jobspec;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLParser;

/**
 * Text to tree. Duplicate fields, anchors and aliases, deep nesting and second documents are
 * refused.
 */
public final class SpecReader {
  /** The most bytes a job spec may have; kernels longer than this come as files. */
  public static final int MAX_BYTES = 1 << 20;

  private static final StreamReadConstraints LIMITS =
      StreamReadConstraints.builder()
          .maxNestingDepth(32)
          .maxDocumentLength(MAX_BYTES)
          .maxStringLength(MAX_BYTES)
          .maxNumberLength(100)
          .build();

  private final YAMLMapper yaml =
      YAMLMapper.builder(
              YAMLFactory.builder()
                  .streamReadConstraints(LIMITS)
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();
  private final JsonMapper json =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(LIMITS)
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  public ObjectNode read(byte[] body, SpecFormat format) {
    String text = decode(body);
    try {
      if (format == SpecFormat.YAML && mayHaveAliases(text)) {
        refuseAliases(text);
      }
      ObjectMapper mapper = format == SpecFormat.YAML ? yaml : json;
      JsonNode tree = mapper.readTree(text);
      if (tree instanceof ObjectNode object) {
        return object;
      }
      throw new UnreadableJobSpecException(
          "The job spec is empty or not a mapping; it begins with apiVersion: gpurma/v1");
    } catch (JacksonException e) {
      throw new UnreadableJobSpecException(
          "The job spec is not valid " + format + place(e) + ": " + SyntaxFinding.of(e, text), e);
    }
  }

  private static String decode(byte[] body) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      throw new UnreadableJobSpecException("The job spec is not UTF-8 text", e);
    }
  }

  /** Looking for them takes as long as reading the spec. */
  private static boolean mayHaveAliases(String text) {
    return text.indexOf('&') >= 0 || text.indexOf('*') >= 0;
  }

  /**
   * An alias would read as a string holding the anchor's name, and chains of them as huge trees.
   */
  private void refuseAliases(String text) {
    try (YAMLParser parser = (YAMLParser) (JsonParser) yaml.createParser(text)) {
      while (parser.nextToken() != null) {
        if (parser.isCurrentAlias() || parser.getObjectId() != null) {
          throw new UnreadableJobSpecException(
              "The job spec uses a YAML anchor or alias"
                  + place(parser.currentTokenLocation())
                  + "; write the value out instead");
        }
      }
    }
  }

  private static String place(JacksonException e) {
    return e.getLocation() == null ? "" : place(e.getLocation());
  }

  private static String place(TokenStreamLocation location) {
    return location.getLineNr() < 1
        ? ""
        : " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")";
  }
}
