package org.gpurma.service.testing;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.concurrent.CountDownLatch;

/**
 * The body of a request of which the service reads the headers, and that comes only when the test
 * wants it to. The request has to expect 100-continue.
 */
public final class SlowBody {
  private final CountDownLatch awaited = new CountDownLatch(1);
  private final CountDownLatch mayCome = new CountDownLatch(1);

  public BodyPublisher of(byte[] bytes) {
    return BodyPublishers.ofInputStream(() -> stream(bytes));
  }

  private InputStream stream(byte[] bytes) {
    awaited.countDown();
    try {
      mayCome.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return new ByteArrayInputStream(bytes);
  }

  /** Until the service waits for it. */
  public void await() throws InterruptedException {
    awaited.await();
  }

  public void come() {
    mayCome.countDown();
  }
}
