package org.gpurma.service.check;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gpurma.service.jobspec.ElementType;

/** The elements of a little-endian file, one after the other. */
final class Elements implements AutoCloseable {
  private final ElementType type;
  private final InputStream in;
  private final ByteBuffer element = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
  private final long count;

  Elements(Path file, ElementType type) throws IOException {
    this.type = type;
    this.count = Files.size(file) / type.bytes();
    this.in = new BufferedInputStream(Files.newInputStream(file), 64 << 10);
  }

  long count() {
    return count;
  }

  boolean integral() {
    return type != ElementType.FLOAT32 && type != ElementType.FLOAT64;
  }

  void advance() throws IOException {
    if (in.readNBytes(element.array(), 0, type.bytes()) < type.bytes()) {
      throw new IOException("the file ended early");
    }
  }

  double real() {
    return switch (type) {
      case FLOAT32 -> element.getFloat(0);
      case FLOAT64 -> element.getDouble(0);
      case INT32, INT64, UINT8 -> integer();
    };
  }

  long integer() {
    return switch (type) {
      case INT32 -> element.getInt(0);
      case INT64 -> element.getLong(0);
      case UINT8 -> Byte.toUnsignedInt(element.get(0));
      case FLOAT32, FLOAT64 -> throw new IllegalStateException("not an integer type: " + type);
    };
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
