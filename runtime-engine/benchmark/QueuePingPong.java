import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.Arrays;
import org.gpurma.runtime.queue.FlaggedPieceWriter;
import org.gpurma.runtime.queue.FlaggedQueueReader;

/**
 * The runtime's queue classes against a loop in C++ that does the same, in one run, in turns; the
 * ratio is what counts. Takes libqueue_ping_pong.so, made from queue_ping_pong.cu.
 */
class QueuePingPong {

  private static final int ROUNDS = Integer.getInteger("rounds", 500);
  private static final int TURNS = Integer.getInteger("turns", 400);
  private static final int COMMAND_SLOTS = 64;
  private static final int LANE_PIECES = 1024;
  private static final long COMMANDS_CONSUMED = COMMAND_SLOTS * 64L;
  private static final long LANE = COMMANDS_CONSUMED + 64;
  private static final long LANE_CONSUMED = LANE + LANE_PIECES * 16L;

  private final MethodHandle memory;
  private final MethodHandle start;
  private final MethodHandle end;
  private final MethodHandle host;

  QueuePingPong(Path library) {
    SymbolLookup symbols = SymbolLookup.libraryLookup(library, Arena.global());
    memory = function(symbols, "ping_pong_memory", FunctionDescriptor.of(ADDRESS));
    start = function(symbols, "ping_pong_start", FunctionDescriptor.ofVoid(JAVA_INT));
    end = function(symbols, "ping_pong_end", FunctionDescriptor.of(JAVA_LONG));
    host = function(symbols, "ping_pong_host", FunctionDescriptor.ofVoid(JAVA_INT));
  }

  public static void main(String[] arguments) throws Throwable {
    new QueuePingPong(Path.of(arguments[0]).toAbsolutePath()).run();
  }

  private void run() throws Throwable {
    double[] cpp = new double[TURNS];
    double[] java = new double[TURNS];
    for (int turn = 0; turn < TURNS; turn++) {
      cpp[turn] = turn(false);
      java[turn] = turn(true);
    }
    Arrays.sort(cpp);
    Arrays.sort(java);
    // The first turns of the Java loop are interpreted; they are at the far end.
    System.out.printf(
        "round trip: C++ %.3f us, Java %.3f us, ratio %.3f; at best %.3f, %.3f, ratio %.3f%n",
        cpp[TURNS / 2],
        java[TURNS / 2],
        java[TURNS / 2] / cpp[TURNS / 2],
        cpp[0],
        java[0],
        java[0] / cpp[0]);
  }

  /** Microseconds a round. */
  private double turn(boolean inJava) throws Throwable {
    MemorySegment queues =
        ((MemorySegment) memory.invokeExact()).reinterpret(LANE_CONSUMED + Integer.BYTES);
    start.invokeExact(ROUNDS);
    if (inJava) {
      answer(queues);
    } else {
      host.invokeExact(ROUNDS);
    }
    return (long) end.invokeExact() / 1e3 / ROUNDS;
  }

  private static void answer(MemorySegment queues) {
    FlaggedQueueReader commands =
        new FlaggedQueueReader(queues, 0, COMMANDS_CONSUMED, COMMAND_SLOTS);
    FlaggedPieceWriter lane = new FlaggedPieceWriter(queues, LANE, LANE_CONSUMED, LANE_PIECES);
    for (int round = 0; round < ROUNDS; round++) {
      answerOne(commands, lane);
    }
  }

  private static void answerOne(FlaggedQueueReader commands, FlaggedPieceWriter lane) {
    while (!commands.hasEntry()) {
      // The device has not written it yet.
    }
    int word0 = commands.word(0);
    int word1 = commands.word(1);
    int word2 = commands.word(2);
    while (!lane.hasRoom(3)) {
      // Never: the device takes every answer.
    }
    for (int piece = 2; piece >= 0; piece--) {
      lane.put(piece, word0, word1, word2);
    }
    lane.advance(3);
    commands.take(1);
  }

  private static MethodHandle function(SymbolLookup symbols, String name, FunctionDescriptor type) {
    return Linker.nativeLinker().downcallHandle(symbols.findOrThrow(name), type);
  }
}
