package org.gpurma.runtime.device.emulated;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.device.KernelStream;
import org.gpurma.runtime.device.Program;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.memory.MemoryFile;

/** A device made of host threads. Device memory is host memory, at the same addresses. */
public final class EmulatedDevice implements Device {

  private final EmulatorLibrary library;
  private final MappedMemory memory = new MappedMemory();
  private final Arena files = Arena.ofShared();
  private final Map<Long, MemoryFile> shareable = new HashMap<>();
  private final String uuid;
  private final int defaultRanks;

  /**
   * @param library path of libgpurma_emulator.so
   * @param defaultRanks ranks of a job that does not say how many it wants
   */
  public EmulatedDevice(Path library, String uuid, int defaultRanks) {
    this.library = new EmulatorLibrary(library);
    this.uuid = uuid;
    this.defaultRanks = defaultRanks;
  }

  @Override
  public String uuid() {
    return uuid;
  }

  @Override
  public String name() {
    return "Emulated GPU";
  }

  @Override
  public Program load(Path binary, String entry) {
    return new EmulatedProgram(library, library.load(binary, entry), defaultRanks);
  }

  @Override
  public KernelStream stream(Path binary) {
    return new EmulatedStream(library, binary);
  }

  @Override
  public SharedMemory allocateShared(long bytes) {
    MemorySegment host = memory.map(bytes);
    return new SharedMemory(host, host.address());
  }

  @Override
  public long allocateDevice(long bytes) {
    MemoryFile file = MemoryFile.create();
    long address = file.map(Math.max(bytes, 1), files).address();
    shareable.put(address, file);
    return address;
  }

  @Override
  public byte[] share(long deviceAddress) {
    return shareable.get(deviceAddress).handle();
  }

  @Override
  public long map(byte[] handle) {
    return MemoryFile.of(handle).map(files).address();
  }

  @Override
  public void copyIn(long deviceAddress, MemorySegment from) {
    deviceMemory(deviceAddress, from.byteSize()).copyFrom(from);
  }

  @Override
  public void copyOut(MemorySegment to, long deviceAddress) {
    to.copyFrom(deviceMemory(deviceAddress, to.byteSize()));
  }

  @Override
  public long startCopy(long deviceAddress, SharedMemory from, long offset, long bytes) {
    MemorySegment.copy(from.host(), offset, deviceMemory(deviceAddress, bytes), 0, bytes);
    return 0;
  }

  @Override
  public boolean isCopied(long ticket) {
    return true;
  }

  @Override
  public long startFetch(SharedMemory to, long offset, long deviceAddress, long bytes) {
    MemorySegment.copy(deviceMemory(deviceAddress, bytes), 0, to.host(), offset, bytes);
    return 0;
  }

  @Override
  public boolean isFetched(long ticket) {
    return true;
  }

  @Override
  public void enter() {}

  @Override
  public void close() {
    memory.close();
    files.close();
  }

  private static MemorySegment deviceMemory(long address, long bytes) {
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }
}
