package org.gpurma.service.scheduling;

import java.util.Locale;

/**
 * Which GPUs will do.
 *
 * @param model words of the GPU's name, e.g. {@code H200}; empty: any
 * @param memoryMiB the least memory of each; 0: any
 */
public record GpuWish(String model, long memoryMiB) {
  public static final GpuWish ANY = new GpuWish("", 0);

  /** The words of the model stand in the name, whole, one after the other, in any case. */
  boolean isMetBy(String name, long memory) {
    return memory >= memoryMiB && isNamedIn(name);
  }

  private boolean isNamedIn(String name) {
    String wished = words(model).stripTrailing();
    return model.isEmpty() || (!wished.isEmpty() && words(name).contains(wished));
  }

  private static String words(String text) {
    return " " + text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]+", " ").strip() + " ";
  }
}
