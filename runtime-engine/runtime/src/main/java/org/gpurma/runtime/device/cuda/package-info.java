/** A CUDA GPU through JCuda's driver API. The only package that imports jcuda. */
package org.gpurma.runtime.device.cuda;
