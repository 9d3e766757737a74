package org.gpurma.service.launch;

import java.util.LinkedHashMap;
import java.util.Map;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.placement.ProcessPlacement;

/**
 * How processes of different nodes talk: what there is, the best first. What a process is told of
 * its NIC goes into its environment, because every process may have another one.
 */
enum Transport {
  /** UCX, which takes device memory and every kind of RDMA NIC. */
  UCX {
    @Override
    Map<String, String> parameters(OpenMpiFacts facts, String network) {
      return Map.of("pml", "ucx");
    }

    @Override
    Map<String, String> environment(ProcessPlacement placement) {
      return Map.of("UCX_NET_DEVICES", placement.nic() + ":1");
    }
  },
  /** InfiniBand verbs, as the GPU RMA thesis used it. Gone from Open MPI 5. */
  OPENIB {
    @Override
    Map<String, String> parameters(OpenMpiFacts facts, String network) {
      Map<String, String> parameters = ob1("openib," + facts.sharedMemoryTransport() + ",self");
      // From 4.0 on it keeps away from InfiniBand unless told not to.
      if (facts.knows("btl_openib_allow_ib")) {
        parameters.put("btl_openib_allow_ib", "1");
      }
      return parameters;
    }

    @Override
    Map<String, String> environment(ProcessPlacement placement) {
      return Map.of("OMPI_MCA_btl_openib_if_include", placement.nic());
    }
  },
  TCP {
    @Override
    Map<String, String> parameters(OpenMpiFacts facts, String network) {
      Map<String, String> parameters = ob1(facts.sharedMemoryTransport() + ",self,tcp");
      if (!network.isEmpty()) {
        parameters.put("btl_tcp_if_include", network);
      }
      return parameters;
    }

    @Override
    Map<String, String> environment(ProcessPlacement placement) {
      return Map.of();
    }
  },
  /** All processes are on one node. */
  SHARED_MEMORY {
    @Override
    Map<String, String> parameters(OpenMpiFacts facts, String network) {
      return ob1(facts.sharedMemoryTransport() + ",self");
    }

    @Override
    Map<String, String> environment(ProcessPlacement placement) {
      return Map.of();
    }
  };

  static Transport of(LaunchRequest request, OpenMpiFacts facts) {
    if (!request.onSeveralNodes()) {
      return SHARED_MEMORY;
    }
    boolean rdma =
        request.placements().stream()
            .allMatch(
                placement -> placement.gpu().kind() == GpuKind.CUDA && !placement.nic().isEmpty());
    if (rdma && facts.pmls().contains("ucx")) {
      return UCX;
    }
    return rdma && facts.transports().contains("openib") ? OPENIB : TCP;
  }

  private static Map<String, String> ob1(String transports) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("pml", "ob1");
    parameters.put("btl", transports);
    return parameters;
  }

  abstract Map<String, String> parameters(OpenMpiFacts facts, String network);

  abstract Map<String, String> environment(ProcessPlacement placement);
}
