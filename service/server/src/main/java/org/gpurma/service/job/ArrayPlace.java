package org.gpurma.service.job;

/**
 * A job's place in its array.
 *
 * @param id of the array's first job
 * @param index from 0
 * @param maxParallel how many of the array may run at once; 0: any number
 */
public record ArrayPlace(JobId id, int index, int size, int maxParallel) {}
