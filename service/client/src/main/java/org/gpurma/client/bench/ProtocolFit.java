package org.gpurma.client.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/** The Hockney model of one operation of one implementation over one path. */
public record ProtocolFit(
    String implementation, String operation, String path, List<Hockney.Protocol> protocols) {

  /** Of every operation whose time was measured for enough sizes. */
  public static List<ProtocolFit> ofAll(
      List<Measurement> measurements, List<Long> switches, int most) {
    List<Measurement> times = measurements.stream().filter(Measurement::isTime).toList();
    return Series.of(times, ProtocolFit::line, Measurement::bytes).stream()
        .filter(series -> series.points().size() >= Hockney.FEWEST_POINTS)
        .map(series -> of(series, switches, most))
        .toList();
  }

  private static String line(Measurement each) {
    return String.join(
        ",", each.implementation(), each.operation(), each.path(), Long.toString(each.ranks()));
  }

  private static ProtocolFit of(Series series, List<Long> switches, int most) {
    Measurement first = series.first();
    List<Hockney.Protocol> protocols =
        switches.isEmpty()
            ? Hockney.search(series.points(), most)
            : Hockney.fit(series.points(), switches);
    return new ProtocolFit(first.implementation(), first.operation(), first.path(), protocols);
  }

  public static Table table(List<ProtocolFit> fits) {
    List<List<String>> rows = new ArrayList<>();
    for (ProtocolFit fit :
        fits.stream().sorted(Comparator.comparing(ProtocolFit::operation)).toList()) {
      fit.protocols().forEach(protocol -> rows.add(fit.row(protocol)));
    }
    return new Table(
        List.of("implementation", "operation", "path", "sizes", "latency", "bandwidth", "worst"),
        rows);
  }

  private List<String> row(Hockney.Protocol protocol) {
    return List.of(
        implementation,
        operation,
        path,
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
        json ->
            fits.forEach(fit -> fit.protocols().forEach(protocol -> fit.write(protocol, json))));
  }

  private void write(Hockney.Protocol protocol, JsonGenerator json) {
    json.writeStartObject();
    json.writeStringProperty("implementation", implementation);
    json.writeStringProperty("operation", operation);
    json.writeStringProperty("path", path);
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
