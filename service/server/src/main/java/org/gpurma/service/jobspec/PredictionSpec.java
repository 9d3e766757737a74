package org.gpurma.service.jobspec;

/**
 * The performance model of a job and its inputs.
 *
 * @param model one of those that the service has
 * @param rows of a rank's field
 * @param columns of each of them
 */
public record PredictionSpec(String model, double rows, double columns) {}
