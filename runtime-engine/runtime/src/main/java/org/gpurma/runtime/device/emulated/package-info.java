/** The CPU emulator as a device, through java.lang.foreign. */
package org.gpurma.runtime.device.emulated;
