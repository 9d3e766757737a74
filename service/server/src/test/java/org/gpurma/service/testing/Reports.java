package org.gpurma.service.testing;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** What gpurma-probe prints, put together by hand. */
public final class Reports {
  private final Map<String, Object> report = new LinkedHashMap<>();

  private Reports(String host, String cpus) {
    with("format", 1).with("host", host).with("cpus", cpus);
  }

  public static Reports of(String host, String cpus) {
    return new Reports(host, cpus);
  }

  public Reports with(String name, Object value) {
    report.put(name, value);
    return this;
  }

  public Reports printing(String tool, String output) {
    return with(tool, Map.of("command", tool, "output", output));
  }

  public String json() {
    return JsonMapper.shared().writeValueAsString(report);
  }
}
