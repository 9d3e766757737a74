package org.gpurma.host;

import java.util.Arrays;
import java.util.Locale;

/**
 * Times the steps of a program of {@code model: mpi-cuda} as gpurma/cases.h times those of ranks,
 * and writes the same row of results: microseconds a step, of the whole, of the computation without
 * communication and of the communication without computation.
 *
 * @param steps of a sample
 * @param samples whose median counts
 */
public record StepTimer(MpiCuda cuda, int steps, int samples) {

  /** Which half of the work is to be done, or both. */
  public enum Part {
    EVERYTHING(true, true),
    COMMUNICATION(false, true),
    COMPUTATION(true, false);

    private final boolean computes;
    private final boolean communicates;

    Part(boolean computes, boolean communicates) {
      this.computes = computes;
      this.communicates = communicates;
    }

    public boolean computes() {
      return computes;
    }

    public boolean communicates() {
      return communicates;
    }
  }

  /** Does so many steps. */
  @FunctionalInterface
  public interface Steps {
    void run(int steps, Part part);
  }

  /** Measures in all processes; process 0 prints the row, as a line that begins with "csv ". */
  public void report(
      String name, String variant, int blocks, int threads, String size, Steps work) {
    double[] whole = measure(work, Part.EVERYTHING);
    double[] communication = measure(work, Part.COMMUNICATION);
    double[] computation = measure(work, Part.COMPUTATION);
    if (cuda.process() == 0) {
      System.out.printf(
          Locale.ROOT,
          "csv %s,%s,mpi-cuda,%d,%d,%d,%s,%d,%d,%.6g,%.6g,%.6g,%.6g,%.6g%n",
          name,
          variant,
          cuda.processes(),
          blocks,
          threads,
          size,
          steps,
          samples,
          median(whole),
          whole[0],
          whole[samples - 1],
          median(computation),
          median(communication));
    }
  }

  /** Ascending; a warm-up comes before. */
  private double[] measure(Steps work, Part part) {
    time(work, part);
    double[] times = new double[samples];
    for (int sample = 0; sample < samples; sample++) {
      times[sample] = time(work, part);
    }
    Arrays.sort(times);
    return times;
  }

  private double time(Steps work, Part part) {
    cuda.barrier();
    long begin = System.nanoTime();
    work.run(steps, part);
    cuda.synchronize();
    cuda.barrier();
    return (System.nanoTime() - begin) / 1e3 / steps;
  }

  private double median(double[] times) {
    return samples % 2 == 1
        ? times[samples / 2]
        : (times[samples / 2 - 1] + times[samples / 2]) / 2;
  }
}
