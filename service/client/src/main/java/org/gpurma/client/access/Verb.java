package org.gpurma.client.access;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonProperty;

/** What an API key allows. */
public enum Verb {
  @JsonProperty("read")
  READ,
  @JsonProperty("submit")
  SUBMIT,
  @JsonProperty("control")
  CONTROL,
  @JsonProperty("admin")
  ADMIN,
  /** One that only a newer service knows. */
  @JsonEnumDefaultValue
  OTHER
}
