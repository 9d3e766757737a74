package org.gpurma.service.web;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gpurma.service.job.JobFilter;

/** Where the next page of a list begins, in a form that clients only pass on. */
final class ListCursor {
  private ListCursor() {}

  static String encode(long number, JobFilter filter) {
    String text = number + " " + digest(filter);
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  static OptionalLong decode(String cursor, JobFilter filter) {
    try {
      String[] parts =
          new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8).split(" ");
      if (parts.length == 2 && parts[1].equals(digest(filter))) {
        return OptionalLong.of(Long.parseLong(parts[0]));
      }
    } catch (IllegalArgumentException _) {
      throw unusable();
    }
    throw unusable();
  }

  private static ApiException unusable() {
    return ApiException.badRequest(
        "cursor is not one that this list gave out for this filter; leave it away to begin");
  }

  /** A cursor of one filter would skip jobs of another. */
  private static String digest(JobFilter filter) {
    return Integer.toHexString(
        (new TreeSet<>(filter.states())
                + "/"
                + new TreeSet<>(filter.projects())
                + "/"
                + filter.name().orElse("")
                + "/"
                + filter.array().map(Object::toString).orElse("")
                + new TreeMap<>(filter.labels()))
            .hashCode());
  }
}
