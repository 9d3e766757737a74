/** How the ranks, the process and its GPU are doing, told to the service every now and then. */
package org.gpurma.runtime.sampling;
