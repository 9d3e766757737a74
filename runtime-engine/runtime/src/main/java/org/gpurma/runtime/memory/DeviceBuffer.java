package org.gpurma.runtime.memory;

import org.gpurma.wire.Buffer;

/** A named buffer in device memory. */
public record DeviceBuffer(Buffer buffer, BufferSlice slice, long address) {}
