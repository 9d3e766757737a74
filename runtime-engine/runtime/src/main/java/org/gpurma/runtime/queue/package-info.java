/** Single-reader, single-writer queues between a rank and its host, over shared memory. */
package org.gpurma.runtime.queue;
