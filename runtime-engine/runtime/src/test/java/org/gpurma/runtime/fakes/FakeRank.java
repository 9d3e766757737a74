package org.gpurma.runtime.fakes;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.queue.FlaggedQueueReader;
import org.gpurma.runtime.queue.FlaggedQueueWriter;
import org.gpurma.runtime.queue.SharedInts;
import org.gpurma.runtime.records.CommandDescriptor;
import org.gpurma.runtime.records.EntryDescriptor;
import org.gpurma.runtime.records.FaultRecordDescriptor;
import org.gpurma.runtime.records.HostAreaLayout;
import org.gpurma.runtime.records.QueueSizes;

/** The device's side of one rank's queues, in Java. */
public final class FakeRank {

  private static final int STAGING_HEADER = HostAreaLayout.STAGING_HEADER_BYTES;

  private final MemorySegment area;
  private final HostAreaLayout layout;
  private final QueueSizes sizes;
  private final FlaggedQueueWriter commands;
  private final FlaggedQueueReader answers;
  private int puts;
  private int notesTaken;

  /** A notification as it arrived. */
  public record Note(int window, int source, int tag) {}

  /** The answer to a command. */
  public record Answer(int opcode, int token, int status, long value) {}

  public FakeRank(SharedMemory area, HostAreaLayout layout, QueueSizes sizes) {
    this.area = area.host();
    this.layout = layout;
    this.sizes = sizes;
    commands =
        new FlaggedQueueWriter(
            this.area, layout.commandRing(), layout.commandConsumed(), sizes.command(), 4);
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

  /** Puts one int, with a notification. The rank must know that a staging slot is free. */
  public void put(int window, int target, long offset, int value, int tag) {
    int slot = puts % sizes.staging();
    area.set(
        ValueLayout.JAVA_INT,
        layout.staging() + (long) slot * HostAreaLayout.stagingSlotBytes(sizes) + STAGING_HEADER,
        value);
    int[] words =
        command(
            CommandDescriptor.PUT
                | CommandDescriptor.PUT_NOTIFIES << CommandDescriptor.FLAGS_SHIFT
                | window << CommandDescriptor.WINDOW_SHIFT);
    words[CommandDescriptor.TARGET_WORD] = target;
    words[CommandDescriptor.TAG_WORD] = tag;
    putWide(words, CommandDescriptor.WIDE_WORD, offset);
    words[CommandDescriptor.PUT_BYTES_WORD] = Integer.BYTES;
    words[CommandDescriptor.STAGING_WORD] = slot;
    puts++;
    send(words);
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

  public Optional<Answer> answer() {
    return answers.poll()
        ? Optional.of(
            new Answer(answers.word(0), answers.word(1), answers.word(2), answers.wide(3)))
        : Optional.empty();
  }

  public Optional<Note> note() {
    long at =
        layout.noteRing() + (long) (notesTaken % sizes.hostNote()) * EntryDescriptor.PIECE_BYTES;
    if (SharedInts.getAcquire(area, at + EntryDescriptor.SEQUENCE_OFFSET) != notesTaken + 1) {
      return Optional.empty();
    }
    notesTaken++;
    Note note =
        new Note(
            area.get(ValueLayout.JAVA_INT, at),
            area.get(ValueLayout.JAVA_INT, at + 4),
            area.get(ValueLayout.JAVA_INT, at + 8));
    SharedInts.setRelease(area, layout.noteConsumed(), notesTaken);
    return Optional.of(note);
  }

  public int stagingReleased() {
    return SharedInts.getAcquire(area, layout.stagingReleased());
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
  }
}
