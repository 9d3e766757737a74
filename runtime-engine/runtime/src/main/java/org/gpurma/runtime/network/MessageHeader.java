package org.gpurma.runtime.network;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Head of every message between runtime processes; the payload of a put follows.
 *
 * <pre>
 *    0      kind        |  4  flags       |  8  window handle |  12  source rank in the window's communicator
 *   16      target rank |  20 tag         |  24 payload bytes |  28  source process
 *   32      offset (u64)                  |  40 number        |  44  origin rank
 *   48      buffer (u64)                  |  56 number of the get | 60 number of the message
 * </pre>
 *
 * Target and origin are ranks in WORLD. Number: a barrier's epoch, or the transfer that brings the
 * bytes. Buffer: where the origin of a get wants them. Messages have numbers between processes that
 * two ways lead between.
 */
public final class MessageHeader {

  public static final int BYTES = 64;

  /** Of a message that is in no order with others, or has one way only. */
  public static final int NO_NUMBER = 0;

  private static final int KIND = 0;
  private static final int FLAGS = 4;
  private static final int WINDOW = 8;
  private static final int SOURCE = 12;
  private static final int TARGET = 16;
  private static final int TAG = 20;
  private static final int PAYLOAD_BYTES = 24;
  private static final int PROCESS = 28;
  private static final int OFFSET = 32;
  private static final int NUMBER = 40;
  private static final int ORIGIN = 44;
  private static final int BUFFER = 48;
  private static final int GET = 56;
  private static final int MESSAGE = 60;

  private MessageHeader() {}

  public static void putControl(MemorySegment at, MessageKind kind, int process, int epoch) {
    setInt(at, KIND, kind.code());
    setInt(at, PROCESS, process);
    setInt(at, NUMBER, epoch);
  }

  public static void putRanks(
      MemorySegment at, MessageKind kind, int process, int origin, int target) {
    setInt(at, KIND, kind.code());
    setInt(at, PROCESS, process);
    setInt(at, ORIGIN, origin);
    setInt(at, TARGET, target);
  }

  public static void putAccess(
      MemorySegment at, int window, int source, int tag, int flags, long offset, int bytes) {
    setInt(at, WINDOW, window);
    setInt(at, SOURCE, source);
    setInt(at, TAG, tag);
    setInt(at, FLAGS, flags);
    setInt(at, PAYLOAD_BYTES, bytes);
    at.set(ValueLayout.JAVA_LONG, OFFSET, offset);
  }

  public static void putTransfer(MemorySegment at, int transfer) {
    setInt(at, NUMBER, transfer);
  }

  /** Takes the address of the origin's buffer and how many gets that rank has issued before. */
  public static void putGet(MemorySegment at, long buffer, int number) {
    at.set(ValueLayout.JAVA_LONG, BUFFER, buffer);
    setInt(at, GET, number);
  }

  /** Makes the head of the answer to a get from its question. */
  public static void putReply(MemorySegment at, MessageKind kind, int process, MemorySegment get) {
    MemorySegment.copy(get, 0, at, 0, BYTES);
    setInt(at, KIND, kind.code());
    setInt(at, PROCESS, process);
  }

  public static MessageKind kind(MemorySegment at) {
    return MessageKind.of(getInt(at, KIND));
  }

  public static int process(MemorySegment at) {
    return getInt(at, PROCESS);
  }

  public static int epoch(MemorySegment at) {
    return getInt(at, NUMBER);
  }

  public static int transfer(MemorySegment at) {
    return getInt(at, NUMBER);
  }

  public static long buffer(MemorySegment at) {
    return at.get(ValueLayout.JAVA_LONG, BUFFER);
  }

  public static int get(MemorySegment at) {
    return getInt(at, GET);
  }

  public static int origin(MemorySegment at) {
    return getInt(at, ORIGIN);
  }

  public static int target(MemorySegment at) {
    return getInt(at, TARGET);
  }

  public static int window(MemorySegment at) {
    return getInt(at, WINDOW);
  }

  public static int source(MemorySegment at) {
    return getInt(at, SOURCE);
  }

  public static int tag(MemorySegment at) {
    return getInt(at, TAG);
  }

  public static int flags(MemorySegment at) {
    return getInt(at, FLAGS);
  }

  public static void putNumber(MemorySegment at, int number) {
    setInt(at, MESSAGE, number);
  }

  public static int number(MemorySegment at) {
    return getInt(at, MESSAGE);
  }

  /** Of a message that is sent at once, the bytes behind the head: those of a put. */
  public static int bytesBehind(MemorySegment at) {
    return kind(at) == MessageKind.PUT ? payloadBytes(at) : 0;
  }

  public static int payloadBytes(MemorySegment at) {
    return getInt(at, PAYLOAD_BYTES);
  }

  public static long offset(MemorySegment at) {
    return at.get(ValueLayout.JAVA_LONG, OFFSET);
  }

  private static int getInt(MemorySegment at, int offset) {
    return at.get(ValueLayout.JAVA_INT, offset);
  }

  private static void setInt(MemorySegment at, int offset, int value) {
    at.set(ValueLayout.JAVA_INT, offset, value);
  }
}
