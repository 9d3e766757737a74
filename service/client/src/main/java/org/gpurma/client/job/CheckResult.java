package org.gpurma.client.job;

/** One check of the job's result and what it found. */
public record CheckResult(String kind, boolean passed, String detail) {}
