package org.gpurma.service.cluster.topology;

import java.util.Locale;

/** Where a device is on PCI, e.g. {@code 0000:0f:00.0}: domain, bus, device, function. */
final class PciAddress {
  static final int DOMAIN_DIGITS = 4;

  private PciAddress() {}

  static String normal(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
