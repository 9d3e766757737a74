package org.gpurma.service.jobspec;

import tools.jackson.databind.JsonNode;

/**
 * Something a schema cannot say. Rules read the tree, not the bound spec, so that they also find
 * what is wrong in a spec that the schema has already refused, and everything is reported at once.
 */
@FunctionalInterface
interface SpecRule {
  void check(JsonNode spec, JobFolder folder, Findings findings);
}
