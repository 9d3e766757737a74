package org.gpurma.client.job;

import java.time.Instant;

/** The moment a job entered a state, and why. */
public record Transition(JobState state, Instant at, String reason) {}
