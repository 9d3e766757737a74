/** Which process runs which ranks on which node. */
package org.gpurma.runtime.topology;
