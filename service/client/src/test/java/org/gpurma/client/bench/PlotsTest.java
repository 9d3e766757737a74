package org.gpurma.client.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpurma.client.bench.Rows.row;
import static org.gpurma.client.bench.Rows.time;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class PlotsTest {

  private static Document parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
  }

  private static List<String> texts(Document svg) {
    return IntStream.range(0, svg.getElementsByTagName("text").getLength())
        .mapToObj(i -> svg.getElementsByTagName("text").item(i).getTextContent())
        .toList();
  }

  private static double circle(Document svg, int index, String attribute) {
    Element circle = (Element) svg.getElementsByTagName("circle").item(index);
    return Double.parseDouble(circle.getAttribute(attribute));
  }

  @Test
  void anOperationHasALineForEveryImplementationAndPath() throws Exception {
    Map<String, String> plots =
        Plots.of(
            List.of(
                time("gpurma", "put_notify", "device", 0, 0.5),
                time("gpurma", "put_notify", "device", 1024, 5),
                time("gpurma", "put_notify", "device", 1 << 20, 50),
                time("C++ & <MPI>", "put_notify", "network", 8, 2.1),
                time("C++ & <MPI>", "put_notify", "network", 16, 2.1),
                time("C++ & <MPI>", "put_notify", "network", 32, 2.1),
                time("nvshmem", "put_notify", "peer", 8, 2.1),
                time("nvshmem", "put_notify", "peer", 16, 2.1),
                time("gpurma", "notify", "device", 0, 0.5)));

    assertThat(plots).containsOnlyKeys("put_notify-by-size.svg");
    Document svg = parsed(plots.get("put_notify-by-size.svg"));
    assertThat(texts(svg))
        .contains("put_notify by bytes", "us", "gpurma, device", "C++ & <MPI>, network")
        .contains("0 B", "1 KiB", "1", "10", "100");
    assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(6);
    assertThat(circle(svg, 0, "cx")).isLessThan(circle(svg, 1, "cx"));
    // Ten times the time is the same way up everywhere.
    assertThat(circle(svg, 0, "cy") - circle(svg, 1, "cy"))
        .isCloseTo(circle(svg, 1, "cy") - circle(svg, 2, "cy"), within(0.2));
  }

  @Test
  void ratesByRanksHaveALineForEverySize() throws Exception {
    Map<String, String> plots =
        Plots.of(
            List.of(
                row("gpurma", "put_bandwidth", "peer", 1 << 20, 1, 45, "GB/s"),
                row("gpurma", "put_bandwidth", "peer", 1 << 20, 16, 350, "GB/s"),
                row("gpurma", "put_bandwidth", "peer", 1 << 20, 132, 370, "GB/s"),
                row("gpurma", "put_bandwidth", "peer", 4096, 1, 4, "GB/s"),
                row("gpurma", "put_bandwidth", "peer", 4096, 16, 60, "GB/s"),
                row("gpurma", "put_bandwidth", "peer", 4096, 132, 200, "GB/s")));

    assertThat(plots).containsOnlyKeys("put_bandwidth-by-ranks.svg");
    assertThat(texts(parsed(plots.get("put_bandwidth-by-ranks.svg"))))
        .contains("gpurma, peer, 1 MiB", "gpurma, peer, 4 KiB", "GB/s", "ranks", "128");
  }

  @Test
  void aPlotFollowsTheReadersColourScheme() {
    String svg =
        Plots.of(
                List.of(
                    time("gpurma", "put_notify", "peer", 8, 1),
                    time("gpurma", "put_notify", "peer", 16, 1),
                    time("gpurma", "put_notify", "peer", 32, 1)))
            .get("put_notify-by-size.svg");

    assertThat(svg).contains("prefers-color-scheme: dark");
  }
}
