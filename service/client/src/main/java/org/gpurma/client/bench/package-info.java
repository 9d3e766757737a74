/** What micro-benchmarks measured: tables, the Hockney model, plots. Knows no service. */
package org.gpurma.client.bench;
