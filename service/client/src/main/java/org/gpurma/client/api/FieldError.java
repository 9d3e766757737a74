package org.gpurma.client.api;

/**
 * One offending field of a request.
 *
 * @param pointer JSON pointer into the job spec, for example {@code /resources/gpus}
 * @param message what is wrong with it and how to put it right
 */
public record FieldError(String pointer, String message) {}
