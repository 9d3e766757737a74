/**
 * Performance models: the Hockney fit of transfers, what the job {@code calibrate} measured, and
 * what programs take according to it. Knows neither files nor the service.
 */
package org.gpurma.model;
