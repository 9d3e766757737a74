/**
 * The host API: what the host part of a GPU RMA program is written against, as in the GPU RMA
 * thesis (Baer 2015, listing 2.1) and the dCUDA thesis (Kuster 2017, listing 3.3).
 *
 * <p>A host program runs once in each process of the job, one a GPU. It prepares the userdata of
 * the ranks of its GPU, runs the kernel, and looks at what came back.
 *
 * <pre>{@code
 * final class Host implements HostProgram {
 *   private static final StructLayout USERDATA = CStruct.of(JAVA_INT.withName("rows"));
 *
 *   public void run(GpuRma gpurma, HostArguments arguments) {
 *     try (Arena arena = Arena.ofConfined()) {
 *       MemorySegment userdata = arena.allocate(USERDATA);
 *       userdata.set(JAVA_INT, 0, arguments.integer("rows") / gpurma.rankInfo().processCount());
 *       gpurma.run(userdata);
 *     }
 *   }
 * }
 * }</pre>
 */
package org.gpurma.host;
