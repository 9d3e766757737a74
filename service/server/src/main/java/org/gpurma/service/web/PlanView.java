package org.gpurma.service.web;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.Map;
import org.gpurma.service.cluster.CpuList;
import org.gpurma.service.placement.ProcessPlacement;
import org.gpurma.service.prediction.Prediction;
import tools.jackson.databind.JsonNode;

/**
 * What a submission would come to.
 *
 * @param tag of the plan: a submission can be made on condition that it still holds
 * @param jobs how many jobs it would make
 * @param spec of the first of them, with everything filled in
 * @param startsNow whether that one would start at once
 * @param waiting why it would not, and when it would
 * @param processes where its processes would run
 * @param explanation why there, in sentences
 * @param command how they would be started
 * @param prediction what its model says of it; null where it names none
 */
record PlanView(
    @JsonIgnore String tag,
    int jobs,
    JsonNode spec,
    boolean startsNow,
    WaitingView waiting,
    List<Process> processes,
    List<String> explanation,
    List<String> command,
    Map<String, String> environment,
    Prediction prediction) {

  /**
   * @param cores CPUs as in 0-3,8
   * @param nic empty where the node has none
   */
  record Process(int index, String node, String gpu, String gpuName, String cores, String nic) {
    static Process of(ProcessPlacement placement) {
      return new Process(
          placement.index(),
          placement.node(),
          placement.gpu().uuid(),
          placement.gpu().name(),
          CpuList.format(placement.cores()),
          placement.nic());
    }
  }
}
