/** Open MPI through its Java bindings. The only package that imports mpi. */
package org.gpurma.runtime.network.openmpi;
