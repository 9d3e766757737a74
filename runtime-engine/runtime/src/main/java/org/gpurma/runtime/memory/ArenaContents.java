package org.gpurma.runtime.memory;

import java.util.List;

/** Bytes of what one process keeps in its GPU's arena beside the library's own areas. */
public record ArenaContents(long managed, long userdata, List<Long> buffers) {}
