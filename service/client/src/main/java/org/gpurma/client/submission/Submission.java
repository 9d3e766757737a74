package org.gpurma.client.submission;

import java.util.List;
import java.util.Map;

/**
 * A job to be submitted.
 *
 * @param spec the job spec's text
 * @param contentType what it is written in: {@code application/yaml} or {@code application/json}
 * @param files the files of the job's folder that the spec names
 * @param overrides parameters and resources set from outside, as {@code i=64} or {@code gpus=2}
 */
public record Submission(
    String spec, String contentType, List<JobFile> files, Map<String, String> overrides) {}
