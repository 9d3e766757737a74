/** A typed client of the job service's HTTP API. */
package org.gpurma.client;
