package org.gpurma.service.jobspec;

/** What the cluster has at most, so that no job is taken that can never run. */
public record ClusterLimits(int gpus, String gpuKind) {}
