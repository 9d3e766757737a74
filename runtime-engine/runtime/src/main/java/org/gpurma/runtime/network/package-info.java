/** Messages between runtime processes. */
package org.gpurma.runtime.network;
