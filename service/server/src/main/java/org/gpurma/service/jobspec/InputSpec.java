package org.gpurma.service.jobspec;

/**
 * A file that comes with the job, and what is known of it.
 *
 * @param bytes null: any number
 * @param sha256 null: any content
 */
public record InputSpec(String file, Long bytes, String sha256) {}
