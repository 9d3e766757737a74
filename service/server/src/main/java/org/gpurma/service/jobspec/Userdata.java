package org.gpurma.service.jobspec;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The struct that ranks get: fields, or its bytes as they are.
 *
 * @param file of the job's folder, with the bytes; null for fields
 * @param base64 the bytes themselves; null for fields
 */
public record Userdata(List<UserdataSpec> fields, String file, String base64) {
  /** The most bytes of a struct that comes as it is; as much as a host program may pass. */
  public static final int MOST_BYTES = 1 << 20;

  public static final Userdata NONE = new Userdata(List.of(), null, null);

  public Userdata {
    fields = List.copyOf(fields);
  }

  /** A list of fields, or a mapping. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static Userdata of(JsonNode node) {
    return node.isArray()
        ? new Userdata(
            node.valueStream()
                .map(field -> JsonMapper.shared().treeToValue(field, UserdataSpec.class))
                .toList(),
            null,
            null)
        : new Userdata(
            List.of(), node.path("file").asString(null), node.path("base64").asString(null));
  }

  /** Whether it comes as it is. */
  public boolean isImage() {
    return file != null || base64 != null;
  }

  public boolean isEmpty() {
    return fields.isEmpty() && !isImage();
  }
}
