/** What NVIDIA's management library says of a GPU; nothing else here knows it. */
package org.gpurma.runtime.nvml;
