/** A GPU, real or emulated, as the runtime sees it. */
package org.gpurma.runtime.device;
