package org.gpurma.client.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gpurma.model.Hockney;
import org.gpurma.model.ProtocolFit;
import tools.jackson.core.JsonGenerator;

/** Fitted parameters for people and for programs. */
public final class FitReport {

  private FitReport() {}

  public static Table table(List<ProtocolFit> fits) {
    List<List<String>> rows = new ArrayList<>();
    for (ProtocolFit fit : fits) {
      fit.protocols().forEach(protocol -> rows.add(row(fit, protocol)));
    }
    return new Table(
        List.of("implementation", "operation", "path", "sizes", "latency", "bandwidth", "worst"),
        rows);
  }

  private static List<String> row(ProtocolFit fit, Hockney.Protocol protocol) {
    return List.of(
        fit.implementation(),
        fit.operation(),
        fit.path(),
        Quantities.bytes(protocol.smallest()) + " to " + Quantities.bytes(protocol.largest()),
        Quantities.of(protocol.latency(), "us"),
        Double.isInfinite(protocol.bandwidth())
            ? "no limit seen"
            : Quantities.of(protocol.bandwidth(), "GB/s"),
        String.format(Locale.ROOT, "%.0f %%", 100 * protocol.worst()));
  }

  /** A list of objects; a bandwidth without limit is null, for JSON knows no infinity. */
  public static String json(List<ProtocolFit> fits) {
    return JsonText.list(
        json -> fits.forEach(fit -> fit.protocols().forEach(each -> write(fit, each, json))));
  }

  private static void write(ProtocolFit fit, Hockney.Protocol protocol, JsonGenerator json) {
    json.writeStartObject();
    json.writeStringProperty("implementation", fit.implementation());
    json.writeStringProperty("operation", fit.operation());
    json.writeStringProperty("path", fit.path());
    json.writeNumberProperty("smallestBytes", protocol.smallest());
    json.writeNumberProperty("largestBytes", protocol.largest());
    json.writeNumberProperty("points", protocol.points());
    json.writeNumberProperty("latencyUs", protocol.latency());
    if (Double.isInfinite(protocol.bandwidth())) {
      json.writeNullProperty("bandwidthGBs");
    } else {
      json.writeNumberProperty("bandwidthGBs", protocol.bandwidth());
    }
    json.writeNumberProperty("worstRelativeError", protocol.worst());
    json.writeEndObject();
  }
}
