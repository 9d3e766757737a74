package org.gpurma.model;

/**
 * One quantity that a model says something of.
 *
 * @param what in words
 * @param column of the job's results that measures it
 * @param microseconds predicted
 */
public record PredictedTime(String what, String column, double microseconds) {}
