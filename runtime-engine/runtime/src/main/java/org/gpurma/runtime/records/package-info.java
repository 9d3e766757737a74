/**
 * Layouts of the records that the host and the device library share; each is drawn in device-lib's
 * records.h.
 */
package org.gpurma.runtime.records;
