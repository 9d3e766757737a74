package org.gpurma.service.placement;

import java.util.Arrays;
import org.gpurma.service.cluster.NodeTopology;

/**
 * One NIC for each process of a node, with the fewest hops in all: near ones, and not one for two
 * where there is another.
 *
 * <p>The second process on a NIC costs more than the first, so each NIC counts as several columns
 * of rising cost, and the cheapest choice of one column a row is what the Hungarian algorithm
 * finds.
 *
 * @param nics index of the NIC of each process
 */
record NicAssignment(int[] nics, long toNics, long sharedNics) {
  static NicAssignment of(NodeTopology topology, int[] gpus, int[] users) {
    int processes = gpus.length;
    int nics = topology.nics().size();
    if (nics == 0) {
      int[] none = new int[processes];
      Arrays.fill(none, -1);
      return new NicAssignment(none, (long) processes * PlacementCost.withoutNic(), 0);
    }
    long[][] cost = new long[processes][nics * processes];
    for (int row = 0; row < processes; row++) {
      for (int column = 0; column < nics * processes; column++) {
        int nic = column % nics;
        cost[row][column] =
            PlacementCost.toNic(topology, gpus[row], nic)
                + PlacementCost.joiningNic(users[nic] + column / nics);
      }
    }
    int[] chosen = cheapestColumns(cost);
    long toNics = 0;
    long all = 0;
    for (int row = 0; row < processes; row++) {
      all += cost[row][chosen[row]];
      chosen[row] %= nics;
      toNics += PlacementCost.toNic(topology, gpus[row], chosen[row]);
    }
    return new NicAssignment(chosen, toNics, all - toNics);
  }

  /**
   * A column of its own for every row, cheapest in sum. There are as many columns as rows or more.
   */
  private static int[] cheapestColumns(long[][] cost) {
    int rows = cost.length;
    int columns = cost[0].length;
    // Row and column 0 stand for "none"; the others count from 1.
    long[] rowPrice = new long[rows + 1];
    long[] columnPrice = new long[columns + 1];
    int[] rowOfColumn = new int[columns + 1];
    for (int row = 1; row <= rows; row++) {
      augment(cost, row, rowPrice, columnPrice, rowOfColumn);
    }
    int[] chosen = new int[rows];
    for (int column = 1; column <= columns; column++) {
      if (rowOfColumn[column] > 0) {
        chosen[rowOfColumn[column] - 1] = column - 1;
      }
    }
    return chosen;
  }

  private static void augment(
      long[][] cost, int newRow, long[] rowPrice, long[] columnPrice, int[] rowOfColumn) {
    int columns = columnPrice.length - 1;
    long[] slack = new long[columns + 1];
    Arrays.fill(slack, Long.MAX_VALUE);
    int[] before = new int[columns + 1];
    boolean[] reached = new boolean[columns + 1];
    rowOfColumn[0] = newRow;
    int column = 0;
    do {
      reached[column] = true;
      int row = rowOfColumn[column];
      long step = Long.MAX_VALUE;
      int next = 0;
      for (int other = 1; other <= columns; other++) {
        if (!reached[other]) {
          long reduced = cost[row - 1][other - 1] - rowPrice[row] - columnPrice[other];
          if (reduced < slack[other]) {
            slack[other] = reduced;
            before[other] = column;
          }
          if (slack[other] < step) {
            step = slack[other];
            next = other;
          }
        }
      }
      for (int other = 0; other <= columns; other++) {
        if (reached[other]) {
          rowPrice[rowOfColumn[other]] += step;
          columnPrice[other] -= step;
        } else if (slack[other] < Long.MAX_VALUE) {
          slack[other] -= step;
        }
      }
      column = next;
    } while (rowOfColumn[column] != 0);
    while (column != 0) {
      rowOfColumn[column] = rowOfColumn[before[column]];
      column = before[column];
    }
  }
}
