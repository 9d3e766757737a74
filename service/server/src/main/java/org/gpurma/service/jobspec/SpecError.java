package org.gpurma.service.jobspec;

/** One thing wrong with a job spec: where (RFC 6901 pointer) and what to do about it. */
public record SpecError(String pointer, String message) {}
