/** Settings of a runtime process. */
package org.gpurma.runtime.config;
