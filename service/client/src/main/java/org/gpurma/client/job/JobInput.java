package org.gpurma.client.job;

/**
 * A file that came with the job.
 *
 * @param sha256 as the job spec has it; null where it has none
 */
public record JobInput(String name, long bytes, String sha256) {}
