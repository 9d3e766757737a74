package org.gpurma.client.job;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * What a submission would come to.
 *
 * @param jobs how many jobs it would make
 * @param spec of the first of them, with everything filled in
 * @param startsNow whether that one would start at once
 * @param waiting why it would not, and when it would
 * @param processes where its processes would run
 * @param explanation why there, in sentences
 * @param command how they would be started
 * @param environment of the command
 * @param prediction what its model says of it; null where it names none
 */
public record JobPlan(
    int jobs,
    JsonNode spec,
    boolean startsNow,
    Waiting waiting,
    List<Process> processes,
    List<String> explanation,
    List<String> command,
    Map<String, String> environment,
    Prediction prediction) {

  public JobPlan {
    processes = processes == null ? List.of() : List.copyOf(processes);
    explanation = explanation == null ? List.of() : List.copyOf(explanation);
    command = command == null ? List.of() : List.copyOf(command);
    environment = environment == null ? Map.of() : Map.copyOf(environment);
  }

  /**
   * @param gpu UUID of the GPU
   * @param cores CPU list as in {@code 0-3,8}
   * @param nic empty where the node has none
   */
  public record Process(
      int index, String node, String gpu, String gpuName, String cores, String nic) {}
}
