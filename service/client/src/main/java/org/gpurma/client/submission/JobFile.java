package org.gpurma.client.submission;

import java.nio.file.Path;

/**
 * A file that travels with a job.
 *
 * @param name its path relative to the job's folder, with forward slashes
 */
public record JobFile(String name, Path path, long bytes) {}
