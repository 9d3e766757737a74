package org.gpurma.service.launch;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
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
    Map<String, String> environment(ProcessPlacement placement, MessageLimits limits) {
      Map<String, String> environment = new LinkedHashMap<>();
      environment.put("UCX_NET_DEVICES", placement.nic() + ":1");
      limits.eager().ifPresent(bytes -> environment.put("UCX_RNDV_THRESH", Long.toString(bytes)));
      limits
          .gdr()
          .ifPresent(bytes -> environment.put("UCX_IB_GPU_DIRECT_RDMA", bytes == 0 ? "no" : "try"));
      return environment;
    }

    @Override
    String eagerLimit() {
      return "";
    }

    @Override
    Optional<String> whyNoEagerLimit(OpenMpiFacts facts) {
      return Optional.empty();
    }

    @Override
    Optional<String> whyNoGdrLimit(OpenMpiFacts facts, long bytes) {
      return bytes == 0
          ? Optional.empty()
          : Optional.of("UCX has no such limit; it chooses by itself, unless it is 0");
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
    Map<String, String> environment(ProcessPlacement placement, MessageLimits limits) {
      return Map.of("OMPI_MCA_btl_openib_if_include", placement.nic());
    }

    @Override
    String eagerLimit() {
      return "btl_openib_eager_limit";
    }

    @Override
    Optional<String> whyNoGdrLimit(OpenMpiFacts facts, long bytes) {
      return facts.knows(LaunchPlanner.GPU_DIRECT_LIMIT)
          ? Optional.empty()
          : Optional.of("this Open MPI has no " + LaunchPlanner.GPU_DIRECT_LIMIT);
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
    String eagerLimit() {
      return "btl_tcp_eager_limit";
    }
  },
  /** All processes are on one node. */
  SHARED_MEMORY {
    @Override
    Map<String, String> parameters(OpenMpiFacts facts, String network) {
      return ob1(facts.sharedMemoryTransport() + ",self");
    }

    @Override
    String eagerLimit() {
      return "";
    }

    @Override
    Optional<String> whyNoEagerLimit(OpenMpiFacts facts) {
      return Optional.of("all processes are on one node");
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

  Map<String, String> environment(ProcessPlacement placement, MessageLimits limits) {
    return Map.of();
  }

  /** The parameter of Open MPI for it; empty where there is none. */
  abstract String eagerLimit();

  Optional<String> whyNoEagerLimit(OpenMpiFacts facts) {
    return facts.knows(eagerLimit())
        ? Optional.empty()
        : Optional.of("this Open MPI has no " + eagerLimit());
  }

  /** Empty where it has an effect. */
  Optional<String> whyNoGdrLimit(OpenMpiFacts facts, long bytes) {
    return Optional.of("no NIC reads device memory in this job");
  }
}
