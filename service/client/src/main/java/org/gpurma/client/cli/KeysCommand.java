package org.gpurma.client.cli;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.gpurma.client.GpuRmaClient;
import org.gpurma.client.access.ApiKey;
import org.gpurma.client.access.IssuedKey;
import org.gpurma.client.access.Verb;
import org.gpurma.client.access.WantedKey;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "keys",
    description = "List the API keys that hold; issue, rotate and revoke them.",
    subcommands = {KeysCommand.Issue.class, KeysCommand.Rotate.class, KeysCommand.Revoke.class})
final class KeysCommand implements Callable<Integer> {

  @Mixin ServiceOption service;
  @Mixin JsonOption json;

  @Override
  public Integer call() {
    Console console = service.console();
    try (GpuRmaClient client = service.client()) {
      List<ApiKey> keys = client.keys();
      if (json.wanted) {
        JsonOption.print(console, keys);
      } else {
        print(console, keys);
      }
      return ExitCode.SUCCEEDED;
    }
  }

  private static void print(Console console, List<ApiKey> keys) {
    var table = new Listing("KEY", "NAME", "VERBS", "PROJECTS", "UNTIL");
    for (ApiKey key : keys) {
      table.row(
          key.id(),
          key.name(),
          key.verbs().stream()
              .map(verb -> verb.name().toLowerCase(Locale.ROOT))
              .collect(Collectors.joining(",")),
          key.projects().isEmpty() ? "all" : String.join(",", key.projects()),
          key.expiresAt() == null ? "revoked by hand" : key.expiresAt());
    }
    table.print(console);
  }

  /** The key alone on the output, so that it can go into a file. */
  private static void print(Console console, JsonOption json, IssuedKey issued) {
    if (json.wanted) {
      JsonOption.print(console, issued);
      return;
    }
    console.remark("key " + issued.key().id() + "; it cannot be shown again:");
    console.print(issued.text());
  }

  @Command(name = "issue", description = "Issue a key, and print it.")
  static final class Issue implements Callable<Integer> {

    @Mixin ServiceOption service;
    @Mixin JsonOption json;

    @Parameters(paramLabel = "NAME", description = "Who or what it is for.")
    String name;

    @Option(
        names = "--verb",
        split = ",",
        required = true,
        paramLabel = "VERB",
        description = "What it allows: read, submit, control, admin.")
    List<Verb> verbs;

    @Option(
        names = "--project",
        split = ",",
        paramLabel = "NAME",
        description = "Only for jobs of these projects.")
    List<String> projects = List.of();

    @Option(
        names = "--days",
        paramLabel = "N",
        description = "It holds so long; default: for ever.")
    Integer days;

    @Override
    public Integer call() {
      try (GpuRmaClient client = service.client()) {
        print(service.console(), json, client.issueKey(new WantedKey(name, projects, verbs, days)));
        return ExitCode.SUCCEEDED;
      }
    }
  }

  @Command(
      name = "rotate",
      description = "Issue a key that may do the same; the old one holds for a while still.")
  static final class Rotate implements Callable<Integer> {

    @Mixin ServiceOption service;
    @Mixin JsonOption json;

    @Parameters(paramLabel = "KEY", description = "The key's id.")
    String key;

    @Option(
        names = "--overlap",
        paramLabel = "HOURS",
        defaultValue = "24",
        description = "How long the old one still holds; default: 24.")
    int hours;

    @Override
    public Integer call() {
      try (GpuRmaClient client = service.client()) {
        print(service.console(), json, client.rotateKey(key, hours));
        return ExitCode.SUCCEEDED;
      }
    }
  }

  @Command(name = "revoke", description = "End a key at once.")
  static final class Revoke implements Callable<Integer> {

    @Mixin ServiceOption service;

    @Parameters(paramLabel = "KEY", description = "The key's id.")
    String key;

    @Override
    public Integer call() {
      try (GpuRmaClient client = service.client()) {
        client.revokeKey(key);
        service.console().print("key " + key + " holds no longer");
        return ExitCode.SUCCEEDED;
      }
    }
  }
}
