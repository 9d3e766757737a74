package org.gpurma.service.settings;

import java.net.InetAddress;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Who may use the service, as {@code gpurma.security.*}.
 *
 * @param openMetrics whether metrics are read without a key
 */
@ConfigurationProperties("gpurma.security")
public record SecuritySettings(
    @DefaultValue("auto") Keys keys, @DefaultValue("false") boolean openMetrics) {

  /** Whether requests need an API key. */
  public enum Keys {
    /** Unless nobody but this machine can reach the service. */
    AUTO,
    REQUIRED,
    OFF
  }

  /**
   * @param address that the service listens at; null: at all
   */
  public boolean needsKeys(InetAddress address) {
    return switch (keys) {
      case AUTO -> address == null || !address.isLoopbackAddress();
      case REQUIRED -> true;
      case OFF -> false;
    };
  }
}
