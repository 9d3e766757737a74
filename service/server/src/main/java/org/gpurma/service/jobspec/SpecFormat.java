package org.gpurma.service.jobspec;

/** How a job spec is written. */
public enum SpecFormat {
  YAML,
  JSON
}
