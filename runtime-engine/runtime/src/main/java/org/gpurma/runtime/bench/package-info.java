/** The host's side of micro-benchmarks; no part of a runtime process. */
package org.gpurma.runtime.bench;
