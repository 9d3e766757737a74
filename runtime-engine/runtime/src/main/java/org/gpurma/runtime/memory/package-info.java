/** What lies in device memory for the program: managed memory, named buffers, userdata. */
package org.gpurma.runtime.memory;
