package org.gpurma.service.job;

import java.time.Instant;

/** A job came into a state. */
public record Transition(JobState state, Instant at) {}
