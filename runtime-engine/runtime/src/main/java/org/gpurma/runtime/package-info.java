/** The runtime process of one GPU. */
package org.gpurma.runtime;
