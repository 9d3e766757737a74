import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Follows the log of a running job by server-sent events, so many times at once on one thread, until
 * the job has ended. The first of them must see every line of the log and of each rank once and in order; all others
 * must get the same bytes. Of the lines that {@code SyntheticRuntime} wrote, but for those of the first seconds, it tells
 * how long they took from the rank to the first ones.
 *
 * <pre>
 *   java LogFollowers.java LOG_URL FOLLOWERS WARM_UP_SECONDS
 * </pre>
 */
class LogFollowers {

  private static final byte[] ID = "\nid: ".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] RANK = "\"rank\":".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] SEQUENCE = "\"seq\":".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] TEXT = "\"text\":\"".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] END = "\nevent: end".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] HEADER_END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[][] PATTERNS = {ID, RANK, SEQUENCE, TEXT, END};
  /** So many look at every line. */
  private static final int READING = 2;

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** Reads one stream, however it is cut into pieces. */
  private static final class Follower {
    private final int[] matched = new int[PATTERNS.length];
    private final Latencies latencies;
    private byte[] reading;
    private boolean hasDigits;
    private boolean inPattern;
    private long number;
    private int rank;
    private long[] sequences = new long[16];
    private long lines;
    private final boolean reads;
    private final CRC32C checksum = new CRC32C();
    private int headerEnd;
    private long received;
    private boolean ended;

    Follower(Latencies latencies, boolean reads) {
      this.latencies = latencies;
      this.reads = reads;
    }

    void take(byte[] bytes, int count, long now) {
      int body = bodyIn(bytes, count);
      checksum.update(bytes, body, count - body);
      received += count - body;
      if (reads) {
        take(ByteBuffer.wrap(bytes, 0, count), now);
      }
    }


    /** Where the body begins or goes on; a header says when it was sent. */
    private int bodyIn(byte[] bytes, int count) {
      int at = 0;
      while (at < count && headerEnd < HEADER_END.length) {
        headerEnd = bytes[at] == HEADER_END[headerEnd] ? headerEnd + 1 : bytes[at] == '\r' ? 1 : 0;
        at++;
      }
      return at;
    }

    private void take(ByteBuffer bytes, long now) {
      while (bytes.hasRemaining()) {
        byte character = bytes.get();
        if (reading != null) {
          if (character >= '0' && character <= '9') {
            number = number * 10 + character - '0';
            hasDigits = true;
            continue;
          }
          finish(now);
        }
        match(character);
      }
    }

    private void match(byte character) {
      if (!inPattern && character != '\n' && character != '"') {
        // Most bytes: no pattern has begun, and none begins with them.
        return;
      }
      inPattern = false;
      for (int i = 0; i < PATTERNS.length; i++) {
        byte[] pattern = PATTERNS[i];
        if (pattern[matched[i]] == character) {
          matched[i]++;
        } else {
          matched[i] = pattern[0] == character ? 1 : 0;
        }
        if (matched[i] == pattern.length) {
          matched[i] = 0;
          reading = pattern;
          number = 0;
          hasDigits = false;
        }
        inPattern |= matched[i] > 0;
      }
    }

    private void finish(long now) {
      if (reading == END) {
        ended = true;
      } else if (reading == ID) {
        require(number == ++lines, "line " + number + " is the " + lines + ". to come");
      } else if (reading == RANK && hasDigits) {
        rank = (int) number;
        sequences = rank < sequences.length ? sequences : Arrays.copyOf(sequences, 2 * rank);
      } else if (reading == SEQUENCE && hasDigits) {
        require(number == sequences[rank]++, "line " + number + " of rank " + rank + " is early");
      } else if (reading == TEXT) {
        latencies.add(number, now);
      }
      reading = null;
    }

    private static void require(boolean holds, String message) {
      if (!holds) {
        throw new IllegalStateException(message);
      }
    }
  }

  /** By tenths of a millisecond. */
  private static final class Latencies {
    private final long[] counts = new long[1_000_000];
    private final long begin;
    private long count;

    Latencies(int warmUpSeconds) {
      begin = nanosSinceEpoch() + warmUpSeconds * NANOS_PER_SECOND;
    }

    /** Of a line that was written before the followers were there and all was compiled, it says nothing. */
    void add(long written, long now) {
      if (written > begin) {
        counts[(int) Math.clamp((now - written) / 100_000, 0, counts.length - 1)]++;
        count++;
      }
    }

    double millis(double part) {
      long left = (long) Math.ceil(count * part);
      for (int i = 0; i < counts.length; i++) {
        left -= counts[i];
        if (left <= 0) {
          return (i + 1) / 10.0;
        }
      }
      return Double.NaN;
    }
  }

  public static void main(String[] arguments) throws Exception {
    URI log = URI.create(arguments[0]);
    int count = Integer.parseInt(arguments[1]);
    int warmUpSeconds = Integer.parseInt(arguments[2]);
    var latencies = new Latencies(warmUpSeconds);
    List<Follower> followers = new ArrayList<>();
    try (Selector selector = Selector.open()) {
      for (int i = 0; i < count; i++) {
        var follower = new Follower(latencies, i < READING);
        followers.add(follower);
        connect(log).register(selector, SelectionKey.OP_READ, follower);
      }
      System.out.println(count + " followers");
      readAll(selector, count);
    }
    Follower first = followers.getFirst();
    boolean whole =
        followers.stream().filter(follower -> follower.reads).allMatch(follower -> follower.ended);
    long same =
        followers.stream()
            .filter(follower -> follower.checksum.getValue() == first.checksum.getValue())
            .count();
    System.out.printf(
        "%s: %d of %d got the same %d lines; from rank to client, after %d s, p50 %.1f ms, p99 %.1f ms, p99.9 %.1f ms, all %.1f ms%n",
        whole ? "all saw the end" : "NOT ALL SAW THE END",
        same,
        count,
        first.lines,
        warmUpSeconds,
        latencies.millis(0.5),
        latencies.millis(0.99),
        latencies.millis(0.999),
        latencies.millis(1));
    if (!whole || same != count) {
      followers.forEach(follower -> System.out.println(follower.received + " bytes"));
      System.exit(1);
    }
  }

  private static SocketChannel connect(URI log) throws IOException {
    SocketChannel channel =
        SocketChannel.open(new InetSocketAddress(log.getHost(), log.getPort()));
    // HTTP/1.0: the body comes as it is, not in chunks.
    String request =
        "GET %s HTTP/1.0\r\nHost: %s\r\nAccept: text/event-stream\r\n\r\n"
            .formatted(log.getPath(), log.getHost());
    channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
    channel.configureBlocking(false);
    return channel;
  }

  private static void readAll(Selector selector, int count) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocateDirect(256 << 10);
    byte[] copy = new byte[bytes.capacity()];
    int open = count;
    while (open > 0) {
      selector.select();
      for (SelectionKey key : selector.selectedKeys()) {
        int read = ((SocketChannel) key.channel()).read(bytes.clear());
        if (read < 0) {
          key.channel().close();
          open--;
        } else {
          bytes.flip().get(copy, 0, read);
          ((Follower) key.attachment()).take(copy, read, nanosSinceEpoch());
        }
      }
      selector.selectedKeys().clear();
    }
  }

  private static long nanosSinceEpoch() {
    Instant now = Instant.now();
    return now.getEpochSecond() * NANOS_PER_SECOND + now.getNano();
  }
}
