package org.gpurma.client.cluster;

import java.util.List;

/** The newest first. */
public record Calibrations(List<Calibration> items) {

  public Calibrations {
    items = items == null ? List.of() : List.copyOf(items);
  }
}
