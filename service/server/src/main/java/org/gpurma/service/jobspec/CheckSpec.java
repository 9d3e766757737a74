package org.gpurma.service.jobspec;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeInfo.As;
import com.fasterxml.jackson.annotation.JsonTypeInfo.Id;
import java.util.List;

/** What must hold of a job's results, written as {@code kind: {...}}. */
@JsonTypeInfo(use = Id.NAME, include = As.WRAPPER_OBJECT)
@JsonSubTypes({
  @JsonSubTypes.Type(value = CheckSpec.Compare.class, name = "compare"),
  @JsonSubTypes.Type(value = CheckSpec.Sum.class, name = "sum"),
  @JsonSubTypes.Type(value = CheckSpec.Logs.class, name = "logs")
})
public sealed interface CheckSpec {

  /** The output is near the reference; an absent tolerance is not looked at. */
  record Compare(
      String output,
      ElementType type,
      String reference,
      ElementType referenceType,
      Double relativeL2,
      Double absolute)
      implements CheckSpec {
    public Compare {
      referenceType = referenceType == null ? type : referenceType;
    }
  }

  /** The sum of the output's elements; both tolerances absent: exactly. */
  record Sum(String output, ElementType type, double equals, Double relative, Double absolute)
      implements CheckSpec {}

  /** Either every rank has one line matching a pattern, or one rank's lines contain texts. */
  record Logs(String everyRank, Long rank, List<String> contains) implements CheckSpec {}
}
