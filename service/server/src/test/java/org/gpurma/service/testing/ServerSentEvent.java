package org.gpurma.service.testing;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One event of a stream; the id is empty where it has none. */
public record ServerSentEvent(String id, String name, JsonNode data) {
  public static List<ServerSentEvent> parse(String stream) {
    List<ServerSentEvent> events = new ArrayList<>();
    for (String block : stream.split("\n\n")) {
      String id = "";
      String name = "";
      String data = "";
      for (String line : block.split("\n")) {
        id = line.startsWith("id: ") ? line.substring(4) : id;
        name = line.startsWith("event: ") ? line.substring(7) : name;
        data = line.startsWith("data: ") ? line.substring(6) : data;
      }
      if (!name.isEmpty()) {
        events.add(new ServerSentEvent(id, name, JsonMapper.shared().readTree(data)));
      }
    }
    return events;
  }

  public String text() {
    return data.path("text").asString("");
  }

  public boolean ofRank() {
    return data.path("channel").asString("").equals("rank");
  }
}
