/** Transfers: bytes of any number between the device memories of two processes, in chunks. */
package org.gpurma.runtime.transfer;
