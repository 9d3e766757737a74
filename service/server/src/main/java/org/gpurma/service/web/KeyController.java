package org.gpurma.service.web;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.gpurma.service.jobspec.JobSpec;
import org.gpurma.service.security.ApiKey;
import org.gpurma.service.security.ApiKeys;
import org.gpurma.service.security.Verb;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Issues keys and takes them back. */
@RestController
@RequestMapping("/api/v1/keys")
@Needs(Verb.ADMIN)
final class KeyController {
  private static final int LONGEST_NAME = 100;
  private static final int MOST_PROJECTS = 50;
  private static final int MOST_DAYS = 3650;
  private static final int LONGEST_OVERLAP_HOURS = 24 * 30;

  private final ApiKeys keys;

  KeyController(ApiKeys keys) {
    this.keys = keys;
  }

  /**
   * @param days after which it is of no use any more; null: never
   */
  record Wanted(String name, Set<String> projects, Set<Verb> verbs, Integer days) {}

  /**
   * @param text the key itself; nobody can ask for it again
   */
  record Issued(ApiKey key, String text) {
    static Issued of(ApiKeys.Issued issued) {
      return new Issued(issued.key(), issued.text());
    }
  }

  record Keys(List<ApiKey> items) {}

  @GetMapping
  Keys list() {
    return new Keys(keys.all());
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  Issued issue(@RequestBody Wanted wanted) {
    if (wanted.name() == null || wanted.name().isBlank() || wanted.name().length() > LONGEST_NAME) {
      throw ApiException.badRequest("name must say who or what the key is for");
    }
    if (wanted.verbs() == null || wanted.verbs().isEmpty()) {
      throw ApiException.badRequest(
          "verbs must name at least one of read, submit, control and admin");
    }
    if (wanted.days() != null && (wanted.days() < 1 || wanted.days() > MOST_DAYS)) {
      throw ApiException.badRequest("days must be 1 to " + MOST_DAYS);
    }
    Set<String> projects = wanted.projects() == null ? Set.of() : wanted.projects();
    if (projects.size() > MOST_PROJECTS
        || !projects.stream().allMatch(name -> JobSpec.Metadata.isProjectName(name))) {
      throw ApiException.badRequest(
          "projects must be at most "
              + MOST_PROJECTS
              + " names of lower-case letters, digits and dashes");
    }
    Duration life = wanted.days() == null ? null : Duration.ofDays(wanted.days());
    return Issued.of(keys.issue(wanted.name().strip(), projects, wanted.verbs(), life));
  }

  /** The old key holds for a while still. */
  @PostMapping("/{id}/rotate")
  @ResponseStatus(HttpStatus.CREATED)
  Issued rotate(@PathVariable String id, @RequestParam(defaultValue = "24") int overlapHours) {
    if (overlapHours < 0 || overlapHours > LONGEST_OVERLAP_HOURS) {
      throw ApiException.badRequest("overlapHours must be 0 to " + LONGEST_OVERLAP_HOURS);
    }
    return keys.rotate(id, Duration.ofHours(overlapHours))
        .map(Issued::of)
        .orElseThrow(() -> none(id));
  }

  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void revoke(@PathVariable String id) {
    if (!keys.revoke(id)) {
      throw none(id);
    }
  }

  private static ApiException none(String id) {
    return ApiException.notFound("There is no key '" + id + "' that holds");
  }
}
