package org.gpurma.service.testing;

import com.google.protobuf.ByteString;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.zip.CRC32C;
import org.gpurma.wire.Batch;
import org.gpurma.wire.Failure;
import org.gpurma.wire.FailureKind;
import org.gpurma.wire.Finished;
import org.gpurma.wire.GpuState;
import org.gpurma.wire.HostProcess;
import org.gpurma.wire.LogGap;
import org.gpurma.wire.LogLines;
import org.gpurma.wire.LogQueues;
import org.gpurma.wire.NotificationWaits;
import org.gpurma.wire.Path;
import org.gpurma.wire.PathCounters;
import org.gpurma.wire.Protocol;
import org.gpurma.wire.RunSpec;
import org.gpurma.wire.Sample;
import org.gpurma.wire.SpooledRecord;
import org.gpurma.wire.Stall;
import org.gpurma.wire.Started;

/** Reports as a runtime process does, over real HTTP, or into its spool only. */
public final class FakeProcess {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final RunSpec run;
  private final java.nio.file.Path folder;
  private final int process;
  private final int ranks;
  private long nextIndex;

  FakeProcess(RunSpec run, java.nio.file.Path folder, int process) {
    this.run = run;
    this.folder = folder;
    this.process = process;
    this.ranks = run.getRanksPerGpu();
  }

  public int firstRank() {
    return process * ranks;
  }

  public int ranks() {
    return ranks;
  }

  public void start() {
    send(
        SpooledRecord.newBuilder()
            .setStarted(
                Started.newBuilder()
                    .setNode("node")
                    .setGpu(run.getPlacements(process).getGpu())
                    .setGpuName("Fake GPU")
                    .setPid(1000 + process)
                    .setRankStart(firstRank())
                    .setRankCount(ranks)
                    .setWorldSize(ranks * run.getPlacementsCount())));
  }

  public void log(int rank, String text) {
    send(line(rank, 0, text));
  }

  /** At that time, in nanoseconds since the epoch. */
  public void logAt(long hostTime, int rank, String text) {
    send(line(rank, 0, text).setHostTimeNs(hostTime));
  }

  /** The spool ends in a part of a record. */
  public void tearSpool() {
    try {
      Files.write(
          folder.resolve("spool/" + process + ".spool"), new byte[5], StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static SpooledRecord.Builder line(int rank, long sequence, String text) {
    return SpooledRecord.newBuilder()
        .setHostTimeNs(System.currentTimeMillis() * 1_000_000)
        .setLines(
            LogLines.newBuilder()
                .setRank(rank)
                .setFirstSequence(sequence)
                .addDeviceTimeStepsNs(1000 * sequence)
                .addTexts(ByteString.copyFromUtf8(text)));
  }

  public void greet() {
    for (int rank = firstRank(); rank < firstRank() + ranks; rank++) {
      log(rank, "Hello World! I am rank " + rank + "/" + ranks * run.getPlacementsCount() + ".");
    }
  }

  /** Every rank has put so often over the network, 8 B each, and waited a microsecond for each. */
  public void sample(long puts) {
    send(sampled(ranks, puts));
  }

  /** The same, as it was at that moment. */
  public void sample(long puts, Instant at) {
    send(sampled(ranks, puts).setHostTimeNs(at.toEpochMilli() * 1_000_000));
  }

  /** These lines of a rank are none: its log queue was full, and it may drop. */
  public void drop(int rank, long first, long last) {
    send(
        SpooledRecord.newBuilder()
            .setHostTimeNs(System.currentTimeMillis() * 1_000_000)
            .setGap(
                LogGap.newBuilder().setRank(rank).setFirstSequence(first).setLastSequence(last)));
  }

  public static SpooledRecord.Builder sampled(int ranks, long puts) {
    Sample.Builder sample = Sample.newBuilder();
    for (Path path : List.of(Path.DEVICE_LOCAL, Path.PEER, Path.HOST_NETWORK)) {
      long done = path == Path.HOST_NETWORK ? puts * ranks : 0;
      sample.addPaths(
          PathCounters.newBuilder()
              .setPath(path)
              .setPuts(done)
              .setPutBytes(8 * done)
              .setNotificationsSent(done)
              .setNotificationsMatched(done));
    }
    for (int rank = 0; rank < ranks; rank++) {
      sample.addRankWaitNs(1000 * puts);
    }
    return SpooledRecord.newBuilder()
        .setHostTimeNs(System.currentTimeMillis() * 1_000_000)
        .setSample(
            sample
                .setWaits(
                    NotificationWaits.newBuilder()
                        .addUpperBoundsNs(1000)
                        .addUpperBoundsNs(1_000_000)
                        .addCounts(puts * ranks)
                        .addCounts(0)
                        .addCounts(0)
                        .setSumNs(1000 * puts * ranks))
                .setLogQueues(
                    LogQueues.newBuilder().setEntries(puts).setHighWater(3).setCapacity(256))
                .setHost(
                    HostProcess.newBuilder()
                        .setCpuNs(1_000_000 * puts)
                        .setResidentBytes(200 << 20)
                        .setHeapUsedBytes(20 << 20)
                        .setHeapMaxBytes(64 << 20)
                        .setCollections(2)
                        .setCollectionMs(10))
                .setGpu(
                    GpuState.newBuilder()
                        .setUtilization(0.5)
                        .setMemoryUsedBytes(3L << 30)
                        .setMemoryTotalBytes(80L << 30)
                        .setPowerMilliwatts(350_000)
                        .setEnergyMillijoules(1_000 * puts)
                        .setTemperatureCelsius(55)
                        .setSmClockMhz(1980)
                        .setEccCorrected(1)
                        .setEccUncorrected(0)
                        .setThrottleReasons(0x4)));
  }

  public void fail(int rank, String message) {
    send(
        SpooledRecord.newBuilder()
            .setFailure(
                Failure.newBuilder()
                    .setKind(FailureKind.ASSERTION)
                    .setRank(rank)
                    .setFile("kernel.cu")
                    .setLine(12)
                    .setMessage(message)));
  }

  public void stall(String text) {
    send(stalled(text));
  }

  public static SpooledRecord.Builder stalled(String text) {
    return SpooledRecord.newBuilder()
        .setHostTimeNs(System.currentTimeMillis() * 1_000_000)
        .setStall(Stall.newBuilder().setText(text));
  }

  public void deadlock(String message) {
    send(
        SpooledRecord.newBuilder()
            .setFailure(Failure.newBuilder().setKind(FailureKind.DEADLOCK).setMessage(message)));
  }

  public void finish() {
    send(
        SpooledRecord.newBuilder()
            .setFinished(
                Finished.newBuilder().setSuccess(true).setKernelNs(2_500_000).addTimingsMs(1.25)));
  }

  private void send(SpooledRecord.Builder record) {
    long index = nextIndex;
    spool(record);
    post(Protocol.CURRENT_VALUE, run.getToken(), index, record.build());
  }

  public HttpResponse<byte[]> post(
      int protocol, String token, long firstIndex, SpooledRecord... records) {
    byte[] batch = batch(protocol, firstIndex, records);
    return exchange(batchRequest(token).POST(BodyPublishers.ofByteArray(batch)).build());
  }

  private byte[] batch(int protocol, long firstIndex, SpooledRecord... records) {
    return Batch.newBuilder()
        .setProtocol(protocol)
        .setProcess(process)
        .setFirstIndex(firstIndex)
        .addAllRecords(List.of(records))
        .build()
        .toByteArray();
  }

  private HttpRequest.Builder batchRequest(String token) {
    return request("/batches", token).header("Content-Type", "application/x-protobuf");
  }

  /** A batch with a line, sent as slowly as the body says. */
  public HttpResponse<byte[]> log(int rank, String text, SlowBody body) {
    byte[] batch = batch(Protocol.CURRENT_VALUE, nextIndex, line(rank, 0, text).build());
    return exchange(batchRequest(run.getToken()).expectContinue(true).POST(body.of(batch)).build());
  }

  public HttpResponse<byte[]> output(String name, long offset, byte[] bytes) {
    return exchange(
        request("/outputs/" + name + "?offset=" + offset, run.getToken())
            .PUT(BodyPublishers.ofByteArray(bytes))
            .build());
  }

  /** Written, and not sent. */
  public void spool(SpooledRecord.Builder record) {
    nextIndex++;
    spool(folder.resolve("spool/" + process + ".spool"), List.of(record.build()));
  }

  /** Appends records to a spool, which need not be there. */
  public static void spool(java.nio.file.Path spool, List<SpooledRecord> records) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      if (!Files.exists(spool)) {
        out.writeBytes("GPURMA");
        out.writeShort(Protocol.CURRENT_VALUE);
      }
      for (SpooledRecord record : records) {
        byte[] message = record.toByteArray();
        var checksum = new CRC32C();
        checksum.update(message);
        out.writeInt(message.length);
        out.writeInt((int) checksum.getValue());
        out.write(message);
      }
      Files.write(spool, bytes.toByteArray(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String token() {
    return run.getToken();
  }

  private HttpRequest.Builder request(String path, String token) {
    return HttpRequest.newBuilder(
            URI.create(
                run.getServiceUrl()
                    + "/internal/v1/jobs/"
                    + run.getJob()
                    + "/attempts/"
                    + run.getAttempt()
                    + path))
        .header("Authorization", "Bearer " + token);
  }

  private static HttpResponse<byte[]> exchange(HttpRequest request) {
    try {
      return HTTP.send(request, BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
