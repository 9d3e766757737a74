package org.gpurma.client.api;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A response body taken chunk by chunk as it comes. Unlike an input stream its reader can set a
 * limit on silence, which is how a connection is noticed that died without a word.
 */
public final class ByteChunks implements BodySubscriber<ByteChunks>, AutoCloseable {

  private sealed interface Signal {}

  private record Chunk(List<ByteBuffer> bytes) implements Signal {}

  private record Broken(Throwable cause) implements Signal {}

  private record Complete() implements Signal {}

  private final BlockingQueue<Signal> signals = new LinkedBlockingQueue<>();
  private final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();

  /** The next chunk, or empty at the end of the body. */
  public Optional<List<ByteBuffer>> next(Duration silenceLimit) throws IOException {
    return switch (await(silenceLimit)) {
      case Chunk(List<ByteBuffer> bytes) -> {
        subscription.join().request(1);
        yield Optional.of(bytes);
      }
      case Complete() -> Optional.empty();
      case Broken(Throwable cause) -> throw new IOException("The connection broke", cause);
    };
  }

  byte[] readAll(Duration silenceLimit) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (var chunk = next(silenceLimit); chunk.isPresent(); chunk = next(silenceLimit)) {
      for (ByteBuffer bytes : chunk.get()) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        all.write(copy);
      }
    }
    return all.toByteArray();
  }

  private Signal await(Duration limit) throws IOException {
    try {
      Signal signal = signals.poll(limit.toMillis(), TimeUnit.MILLISECONDS);
      if (signal == null) {
        throw new IOException("Nothing heard for " + limit.toSeconds() + " s");
      }
      return signal;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("Interrupted").initCause(e);
    }
  }

  @Override
  public void close() {
    // A body may be closed before its subscription has even come.
    var _ = subscription.thenAccept(Flow.Subscription::cancel);
  }

  @Override
  public CompletionStage<ByteChunks> getBody() {
    return CompletableFuture.completedFuture(this);
  }

  @Override
  public void onSubscribe(Flow.Subscription granted) {
    subscription.complete(granted);
    granted.request(1);
  }

  @Override
  public void onNext(List<ByteBuffer> bytes) {
    signals.add(new Chunk(bytes));
  }

  @Override
  public void onError(Throwable cause) {
    signals.add(new Broken(cause));
  }

  @Override
  public void onComplete() {
    signals.add(new Complete());
  }
}
