package org.gpurma.client.job;

/**
 * Where a job stands in its array.
 *
 * @param id of the array: that of its first job
 * @param index counts from 0
 * @param maxParallel how many of the array may run at once; 0: any number
 */
public record ArrayPlace(String id, int index, int size, int maxParallel) {}
