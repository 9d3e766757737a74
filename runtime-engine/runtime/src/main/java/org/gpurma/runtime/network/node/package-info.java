/** Small messages between processes of one node, through memory that they share. */
package org.gpurma.runtime.network.node;
