package org.gpurma.runtime.memory;

import org.gpurma.runtime.topology.JobTopology;
import org.gpurma.wire.Buffer;

/**
 * The part of a named buffer that one process holds, in bytes.
 *
 * <pre>
 *   input file   | halo | units of rank 0 | ... | units of rank R-1 | halo |
 *   a process           | halo | its ranks' units | halo |
 *                       ^ inputOffset
 *   output file         | units of rank 0 | ... | units of rank R-1 |
 * </pre>
 *
 * @param inputFileBytes size that the input file must have
 * @param inputOffset of this process's part in it
 * @param deviceBytes of the part, halo included
 * @param innerOffset of the first inner unit in the part
 * @param outputOffset of this process's inner units in the output file
 * @param outputBytes of the inner units that this process writes
 */
public record BufferSlice(
    long inputFileBytes,
    long inputOffset,
    long deviceBytes,
    long innerOffset,
    long outputOffset,
    long outputBytes) {

  public static BufferSlice of(Buffer buffer, JobTopology topology) {
    long unit = buffer.getUnitBytes();
    long halo = Math.multiplyExact(buffer.getHalo(), unit);
    long fileBytes =
        Math.addExact(Math.multiplyExact(buffer.getUnits(), unit), Math.multiplyExact(2, halo));
    long first = buffer.getDistributed() ? firstUnit(buffer, topology, topology.rankStart()) : 0;
    long end =
        buffer.getDistributed()
            ? firstUnit(buffer, topology, topology.rankStart() + topology.ranks())
            : buffer.getUnits();
    long inner = (end - first) * unit;
    boolean writes = buffer.getDistributed() || topology.process() == 0;
    return new BufferSlice(
        fileBytes, first * unit, inner + 2 * halo, halo, first * unit, writes ? inner : 0);
  }

  /** Ranks get the units in order; rank r of R begins at r * units / R. */
  private static long firstUnit(Buffer buffer, JobTopology topology, int rank) {
    return Math.multiplyExact(buffer.getUnits(), (long) rank) / topology.worldSize();
  }
}
