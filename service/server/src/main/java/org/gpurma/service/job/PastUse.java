package org.gpurma.service.job;

import java.time.Instant;

/** GPUs that an attempt held. */
public record PastUse(String project, int gpus, Instant began, Instant ended) {}
