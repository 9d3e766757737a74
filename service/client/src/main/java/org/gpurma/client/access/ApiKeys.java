package org.gpurma.client.access;

import java.util.List;

/** The keys that hold. */
public record ApiKeys(List<ApiKey> items) {

  public ApiKeys {
    items = List.copyOf(items);
  }
}
