package org.gpurma.runtime.fakes;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.queue.FlaggedQueueReader;
import org.gpurma.runtime.queue.FlaggedQueueWriter;
import org.gpurma.runtime.queue.SharedInts;
import org.gpurma.runtime.records.AccessFlags;
import org.gpurma.runtime.records.CommandDescriptor;
import org.gpurma.runtime.records.EntryDescriptor;
import org.gpurma.runtime.records.FaultRecordDescriptor;
import org.gpurma.runtime.records.HostAreaLayout;
import org.gpurma.runtime.records.LaneDescriptor;
import org.gpurma.runtime.records.QueueSizes;
import org.gpurma.runtime.records.WaitRecordDescriptor;
import org.gpurma.runtime.records.WindowHandle;

/** The device's side of one rank's queues, in Java. */
public final class FakeRank {

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final int STAGING_HEADER = HostAreaLayout.STAGING_HEADER_BYTES;

  private final MemorySegment area;
  private final HostAreaLayout layout;
  private final QueueSizes sizes;
  private final FlaggedQueueWriter commands;
  private final FlaggedQueueReader answers;
  private int staged;
  private int piecesTaken;
  private int entriesSent;
  private int waitVersion;

  /** An access as it arrived in the host's lane. */
  public record Access(int window, int source, int tag, long offset, int flags, byte[] payload) {

    public boolean isNote(int ofWindow, int from, int withTag) {
      return window == ofWindow
          && source == from
          && tag == withTag
          && (flags & AccessFlags.NOTIFIES) != 0;
    }

    /** The payload of a put of one int. */
    public int value() {
      return MemorySegment.ofArray(payload).get(ValueLayout.JAVA_INT_UNALIGNED, 0);
    }

    public boolean isDirect() {
      return (flags & AccessFlags.DIRECT) != 0;
    }
  }

  /** The answer to a command. */
  public record Answer(int opcode, int token, int status, long value) {}

  public FakeRank(SharedMemory area, HostAreaLayout layout, QueueSizes sizes) {
    this.area = area.host();
    this.layout = layout;
    this.sizes = sizes;
    commands =
        new FlaggedQueueWriter(
            this.area, layout.commandRing(), layout.commandConsumed(), sizes.command());
    answers =
        new FlaggedQueueReader(
            this.area, layout.ackRing(), layout.ackConsumed(), sizes.acknowledgement());
  }

  public void allocate(long bytes, int token) {
    int[] words = command(CommandDescriptor.MEM_ALLOC);
    putWide(words, CommandDescriptor.WIDE_WORD, bytes);
    words[CommandDescriptor.TOKEN_WORD] = token;
    send(words);
  }

  public void free(long address, int token) {
    int[] words = command(CommandDescriptor.MEM_FREE);
    putWide(words, CommandDescriptor.WIDE_WORD, address);
    words[CommandDescriptor.TOKEN_WORD] = token;
    send(words);
  }

  public void createWindow(int window, long base, long bytes, int token) {
    int[] words = command(CommandDescriptor.WIN_CREATE | window << CommandDescriptor.WINDOW_SHIFT);
    putWide(words, CommandDescriptor.WIDE_WORD, bytes);
    putWide(words, CommandDescriptor.BASE_WORD, base);
    words[CommandDescriptor.TOKEN_WORD] = token;
    send(words);
  }

  public void freeWindow(int window, int token) {
    int[] words = command(CommandDescriptor.WIN_FREE | window << CommandDescriptor.WINDOW_SHIFT);
    words[CommandDescriptor.TOKEN_WORD] = token;
    send(words);
  }

  /** Puts one int, with a notification. */
  public void put(int window, int target, int offset, int value, int tag) {
    putBytes(window, target, offset, bytesOf(value), tag, AccessFlags.NOTIFIES);
  }

  /** A put whose payload follows its command. The ring must have room for it. */
  public void putBytes(int window, int target, int offset, byte[] payload, int tag, int flags) {
    int[] words = access(CommandDescriptor.PUT, window, target, offset, payload.length, tag, flags);
    int behind = CommandDescriptor.payloadEntries(payload.length);
    int[] all = Arrays.copyOf(words, (1 + behind) * EntryDescriptor.WORDS);
    for (int i = 0; i < payload.length; i++) {
      all[CommandDescriptor.PUT_INLINE_WORD + i / Integer.BYTES] |=
          Byte.toUnsignedInt(payload[i]) << i % Integer.BYTES * Byte.SIZE;
    }
    for (int entry = 0; entry <= behind; entry++) {
      int first = entry * EntryDescriptor.WORDS;
      send(Arrays.copyOfRange(all, first, first + EntryDescriptor.WORDS));
    }
  }

  /** A put from the next staging slot, which must be free. */
  public void putStaged(int window, int target, int offset, byte[] payload, int tag) {
    int slot = staged++ % sizes.staging();
    MemorySegment.copy(
        payload,
        0,
        area,
        ValueLayout.JAVA_BYTE,
        layout.staging() + (long) slot * HostAreaLayout.stagingSlotBytes(sizes) + STAGING_HEADER,
        payload.length);
    int[] words =
        access(
            CommandDescriptor.PUT_STAGED,
            window,
            target,
            offset,
            payload.length,
            tag,
            AccessFlags.NOTIFIES);
    words[CommandDescriptor.STAGING_WORD] = slot;
    send(words);
  }

  /** A put straight from device memory. */
  public void putBulk(
      int window, int target, int offset, long buffer, int bytes, int tag, int token) {
    int[] words =
        access(
            CommandDescriptor.PUT_BULK, window, target, offset, bytes, tag, AccessFlags.NOTIFIES);
    putWide(words, CommandDescriptor.BUFFER_WORD, buffer);
    words[CommandDescriptor.TOKEN_WORD] = token;
    send(words);
  }

  /** Gets into device memory. */
  public void get(int window, int target, int offset, long buffer, int bytes, int tag, int flags) {
    int[] words = access(CommandDescriptor.GET, window, target, offset, bytes, tag, flags);
    putWide(words, CommandDescriptor.BUFFER_WORD, buffer);
    send(words);
  }

  public int getsCompleted() {
    return SharedInts.getAcquire(area, layout.getsCompleted());
  }

  /** Raises a counter of a rank of a communicator. */
  public void count(int communicator, int target, int tag) {
    send(
        access(
            CommandDescriptor.PUT,
            WindowHandle.NO_WINDOW,
            target,
            communicator,
            0,
            tag,
            AccessFlags.COUNTS));
  }

  public void barrier(int epoch) {
    int[] words = command(CommandDescriptor.BARRIER);
    words[CommandDescriptor.EPOCH_WORD] = epoch;
    send(words);
  }

  public void finish() {
    send(command(CommandDescriptor.FINISH));
  }

  public void sendUnknownCommand() {
    send(command(77));
  }

  /** As GPURMA_ASSERT does. */
  public void failAssertion(String file, int line, String expression) {
    MemorySegment fault = area.asSlice(layout.fault(), FaultRecordDescriptor.BYTES);
    fault.set(
        ValueLayout.JAVA_INT, FaultRecordDescriptor.KIND_OFFSET, FaultRecordDescriptor.ASSERTION);
    fault.set(ValueLayout.JAVA_INT, FaultRecordDescriptor.LINE_OFFSET, line);
    fault.setString(FaultRecordDescriptor.FILE_OFFSET, file);
    fault.setString(FaultRecordDescriptor.TEXT_OFFSET, expression);
    SharedInts.setRelease(
        fault, FaultRecordDescriptor.STATE_OFFSET, FaultRecordDescriptor.PUBLISHED);
  }

  /** Finishes, and says so in its wait record, too. */
  public void finish(int worldBarriers) {
    finish();
    publishWait(
        wait -> {
          wait.set(INT, WaitRecordDescriptor.KIND_OFFSET, WaitRecordDescriptor.FINISHED);
          wait.set(INT, WaitRecordDescriptor.WORLD_BARRIERS_OFFSET, worldBarriers);
        });
  }

  /** Says that it waits in the WORLD barrier of gpurma_gpu_finish, its last of so many. */
  public void waitInBarrier(int worldBarriers) {
    publishWait(
        wait -> {
          wait.set(INT, WaitRecordDescriptor.KIND_OFFSET, WaitRecordDescriptor.BARRIER);
          wait.set(INT, WaitRecordDescriptor.SOURCE_OFFSET, WindowHandle.WORLD);
          wait.set(INT, WaitRecordDescriptor.TAG_OFFSET, WaitRecordDescriptor.GPU_FINISH);
          wait.set(INT, WaitRecordDescriptor.WORLD_BARRIERS_OFFSET, worldBarriers);
        });
  }

  /** Says that it waits for a notification, and has waited for long. */
  public void waitForNotification(int window, int source, int tag) {
    publishWait(
        wait -> {
          wait.set(INT, WaitRecordDescriptor.KIND_OFFSET, WaitRecordDescriptor.NOTIFICATIONS);
          wait.set(INT, WaitRecordDescriptor.WINDOW_OFFSET, window);
          wait.set(INT, WaitRecordDescriptor.SOURCE_OFFSET, source);
          wait.set(INT, WaitRecordDescriptor.TAG_OFFSET, tag);
          wait.set(INT, WaitRecordDescriptor.WANTED_OFFSET, 1);
        });
  }

  /** Says that it waits no longer. */
  public void endWait() {
    publishWait(wait -> wait.set(INT, WaitRecordDescriptor.KIND_OFFSET, 0));
  }

  private void publishWait(Consumer<MemorySegment> subject) {
    MemorySegment wait = area.asSlice(layout.waiting(), WaitRecordDescriptor.BYTES);
    SharedInts.setRelease(wait, WaitRecordDescriptor.VERSION_OFFSET, ++waitVersion);
    VarHandle.releaseFence();
    subject.accept(wait);
    wait.set(INT, WaitRecordDescriptor.HOST_TAKEN_OFFSET, piecesTaken);
    wait.set(INT, WaitRecordDescriptor.COMMANDS_OFFSET, entriesSent);
    SharedInts.setRelease(wait, WaitRecordDescriptor.VERSION_OFFSET, ++waitVersion);
  }

  public Optional<Answer> answer() {
    if (!answers.hasEntry()) {
      return Optional.empty();
    }
    Answer answer = new Answer(answers.word(0), answers.word(1), answers.word(2), answers.wide(3));
    answers.take(1);
    return Optional.of(answer);
  }

  /** Takes the next access out of the lane, if it is there as a whole. */
  public Optional<Access> access() {
    Optional<Access> access = peek();
    access.ifPresent(taken -> takePieces(LaneDescriptor.pieces(taken.payload().length)));
    return access;
  }

  /** Looks at it and leaves it there. */
  public Optional<Access> peek() {
    if (!hasPiece(0) || !hasPiece(1)) {
      return Optional.empty();
    }
    int last = word(0, 2);
    int bytes = last >>> LaneDescriptor.BYTES_SHIFT & LaneDescriptor.BYTES_MASK;
    if (!hasPiece(LaneDescriptor.pieces(bytes) - 1)) {
      return Optional.empty();
    }
    return Optional.of(
        new Access(
            last & LaneDescriptor.WINDOW_MASK,
            word(1, 0),
            word(0, 0),
            Integer.toUnsignedLong(word(0, 1)),
            last >>> LaneDescriptor.FLAGS_SHIFT,
            payload(bytes)));
  }

  public int stagingReleased() {
    return SharedInts.getAcquire(area, layout.stagingReleased());
  }

  /** Entries of commands. */
  public int commandsSent() {
    return entriesSent;
  }

  public int commandsConsumed() {
    return SharedInts.getAcquire(area, layout.commandConsumed());
  }

  private byte[] payload(int bytes) {
    byte[] payload = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      int piece = LaneDescriptor.HEAD_PIECES + i / EntryDescriptor.PIECE_PAYLOAD_BYTES;
      payload[i] =
          area.get(ValueLayout.JAVA_BYTE, piece(piece) + i % EntryDescriptor.PIECE_PAYLOAD_BYTES);
    }
    return payload;
  }

  private void takePieces(int pieces) {
    piecesTaken += pieces;
    SharedInts.setRelease(area, layout.laneConsumed(), piecesTaken);
  }

  private boolean hasPiece(int index) {
    return SharedInts.getAcquire(area, piece(index) + EntryDescriptor.SEQUENCE_OFFSET)
        == piecesTaken + index + 1;
  }

  private int word(int piece, int index) {
    return area.get(ValueLayout.JAVA_INT, piece(piece) + (long) index * Integer.BYTES);
  }

  private long piece(int index) {
    return layout.lane()
        + (long) (piecesTaken + index & sizes.hostLane() - 1) * EntryDescriptor.PIECE_BYTES;
  }

  private static byte[] bytesOf(int value) {
    byte[] bytes = new byte[Integer.BYTES];
    MemorySegment.ofArray(bytes).set(ValueLayout.JAVA_INT_UNALIGNED, 0, value);
    return bytes;
  }

  private static int[] access(
      int opcode, int window, int target, int offset, int bytes, int tag, int flags) {
    int[] words =
        command(
            opcode
                | flags << CommandDescriptor.FLAGS_SHIFT
                | window << CommandDescriptor.WINDOW_SHIFT);
    words[CommandDescriptor.TARGET_WORD] = target;
    words[CommandDescriptor.TAG_WORD] = tag;
    words[CommandDescriptor.OFFSET_WORD] = offset;
    words[CommandDescriptor.ACCESS_BYTES_WORD] = bytes;
    return words;
  }

  private static int[] command(int head) {
    int[] words = new int[EntryDescriptor.WORDS];
    words[CommandDescriptor.HEAD_WORD] = head;
    return words;
  }

  private static void putWide(int[] words, int index, long value) {
    words[index] = (int) value;
    words[index + 1] = (int) (value >>> Integer.SIZE);
  }

  private void send(int[] words) {
    for (int piece = 0; piece < EntryDescriptor.PIECES; piece++) {
      int first = piece * EntryDescriptor.PIECE_WORDS;
      commands.writePiece(piece, words[first], words[first + 1], words[first + 2]);
    }
    commands.advance();
    entriesSent++;
  }
}
