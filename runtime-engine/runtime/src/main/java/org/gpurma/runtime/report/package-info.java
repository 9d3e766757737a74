/** What the service learns of a process: records by way of the spool, outputs directly. */
package org.gpurma.runtime.report;
