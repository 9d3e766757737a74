package org.gpurma.client.cli;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.gpurma.client.GpuRmaClient;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** What every command takes: the service it talks to. */
final class ServiceOption {

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--server",
      paramLabel = "URL",
      converter = ServiceAddress.class,
      defaultValue = "${env:GPURMA_SERVER:-http://127.0.0.1:8080}",
      description = "The job service; default: $GPURMA_SERVER, or http://127.0.0.1:8080.")
  URI server;

  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      defaultValue = "${env:GPURMA_KEY_FILE:-}",
      description = "File with the API key; default: $GPURMA_KEY_FILE, or the key in $GPURMA_KEY.")
  String keyFile;

  GpuRmaClient client() {
    return GpuRmaClient.of(server, key());
  }

  private Optional<String> key() {
    if (keyFile == null || keyFile.isBlank()) {
      return Optional.ofNullable(System.getenv("GPURMA_KEY")).filter(key -> !key.isBlank());
    }
    try {
      return Optional.of(Files.readString(Path.of(keyFile)).strip());
    } catch (IOException | InvalidPathException e) {
      throw new ParameterException(
          command.commandLine(), "The key file " + keyFile + " cannot be read", e);
    }
  }

  Console console() {
    var commandLine = command.commandLine();
    return new Console(
        commandLine.getOut(), commandLine.getErr(), commandLine.getColorScheme().ansi().enabled());
  }

  static final class ServiceAddress implements ITypeConverter<URI> {

    private static final Set<String> SCHEMES = Set.of("http", "https");

    @Override
    public URI convert(String text) {
      try {
        URI address = URI.create(text);
        if (address.getHost() != null && SCHEMES.contains(address.getScheme())) {
          return address;
        }
      } catch (IllegalArgumentException e) {
        throw unusable(text);
      }
      throw unusable(text);
    }

    private static TypeConversionException unusable(String text) {
      return new TypeConversionException(
          "'" + text + "' is no address of a service; give one such as http://127.0.0.1:8080");
    }
  }
}
