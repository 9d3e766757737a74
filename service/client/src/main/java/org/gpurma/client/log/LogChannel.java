package org.gpurma.client.log;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonProperty;

/** Who wrote a line of a job's log. */
public enum LogChannel {
  @JsonProperty("rank")
  RANK,
  @JsonProperty("compiler")
  COMPILER,
  @JsonProperty("launcher")
  LAUNCHER,
  @JsonProperty("service")
  SERVICE,
  /** A channel that only a newer service knows. */
  @JsonEnumDefaultValue
  @JsonProperty("other")
  OTHER
}
