package org.gpurma.service.jobspec;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** What a placement names goes together; whether it is there, the cluster knows. */
final class PlacementRule implements SpecRule {
  private static final String PLACEMENT = "/placement";

  /** Said by a list of processes already. */
  private static final List<String> FREEDOMS = List.of("policy", "nodes", "gpus", "cores");

  @Override
  public void check(JsonNode spec, JobFolder folder, Findings findings) {
    JsonNode placement = spec.path("placement");
    JsonNode resources = spec.path("resources");
    if (placement.has("processes")) {
      checkProcesses(placement, resources, findings);
    }
    if (placement.path("policy").asString("").equals("spread") && resources.has("gpusPerNode")) {
      findings.add(
          PLACEMENT + "/policy", "'spread' is one GPU a node; remove it or resources.gpusPerNode");
    }
    boolean shares = Set.of("numa", "none").contains(placement.path("binding").asString(""));
    if (shares && resources.has("coresPerGpu")) {
      findings.add(
          PLACEMENT + "/binding",
          "leaves processes no cores of their own; remove it or resources.coresPerGpu");
    }
  }

  private static void checkProcesses(JsonNode placement, JsonNode resources, Findings findings) {
    JsonNode processes = placement.path("processes");
    for (String freedom : FREEDOMS) {
      if (placement.has(freedom)) {
        findings.add(
            PLACEMENT + "/" + freedom, "means nothing beside a list of processes; remove it");
      }
    }
    if (resources.has("gpusPerNode")) {
      findings.add("/resources/gpusPerNode", "means nothing beside placement.processes; remove it");
    }
    JsonNode gpus = resources.path("gpus");
    if (gpus.isInt() && processes.isArray() && gpus.asInt() != processes.size()) {
      findings.add(
          PLACEMENT + "/processes",
          "names %d processes, but resources.gpus asks for %s; there is one for each GPU"
              .formatted(processes.size(), gpus));
    }
    Set<String> taken = new HashSet<>();
    for (int i = 0; i < processes.size() && processes.isArray(); i++) {
      JsonNode process = processes.get(i);
      if (process.has("gpu")
          && !taken.add(process.path("node").asString("") + "/" + process.path("gpu").asString())) {
        findings.add(
            Pointer.child(PLACEMENT + "/processes", i) + "/gpu",
            "is another process's already; each has a GPU of its own");
      }
      if (process.has("cores") && !placement.path("binding").asString("cores").equals("cores")) {
        findings.add(
            Pointer.child(PLACEMENT + "/processes", i) + "/cores",
            "means nothing with binding " + placement.path("binding").asString() + "; remove it");
      }
    }
  }
}
