package org.gpurma.service.ingest;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gpurma.service.joblog.Entry;
import org.gpurma.wire.Batch;

/** A Batch of the wire contract whose lines stay as they came: nobody makes objects of them. */
public final class ReceivedBatch {
  private static final int RECORD =
      Batch.RECORDS_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;

  private final byte[] body;
  private final List<Integer> starts = new ArrayList<>();
  private final List<Integer> lengths = new ArrayList<>();
  private int protocol;
  private int process;
  private long firstIndex;

  private ReceivedBatch(byte[] body) {
    this.body = body;
  }

  /**
   * Records of a batch of another protocol are not looked at.
   *
   * @param body is kept and must not change
   */
  public static ReceivedBatch of(byte[] body) throws InvalidProtocolBufferException {
    var batch = new ReceivedBatch(body);
    try {
      batch.read(CodedInputStream.newInstance(body));
    } catch (InvalidProtocolBufferException e) {
      throw e;
    } catch (IOException e) {
      throw new InvalidProtocolBufferException(e);
    }
    return batch;
  }

  private void read(CodedInputStream in) throws IOException {
    int tag = in.readTag();
    while (tag != 0) {
      if (tag == RECORD) {
        int length = in.readRawVarint32();
        starts.add(in.getTotalBytesRead());
        lengths.add(length);
        in.skipRawBytes(length);
      } else {
        readNumber(tag, in);
      }
      tag = in.readTag();
    }
  }

  private void readNumber(int tag, CodedInputStream in) throws IOException {
    if (WireFormat.getTagWireType(tag) != WireFormat.WIRETYPE_VARINT) {
      in.skipField(tag);
      return;
    }
    long number = in.readRawVarint64();
    switch (WireFormat.getTagFieldNumber(tag)) {
      case Batch.PROTOCOL_FIELD_NUMBER -> protocol = (int) number;
      case Batch.PROCESS_FIELD_NUMBER -> process = (int) number;
      case Batch.FIRST_INDEX_FIELD_NUMBER -> firstIndex = number;
      default -> {}
    }
  }

  public int protocol() {
    return protocol;
  }

  public int process() {
    return process;
  }

  public long firstIndex() {
    return firstIndex;
  }

  /** All of the records, or an exception where one of them is none. */
  public List<Entry.Sent> records() throws InvalidProtocolBufferException {
    List<Entry.Sent> records = new ArrayList<>(starts.size());
    for (int i = 0; i < starts.size(); i++) {
      records.add(Entry.sent(process, body, starts.get(i), lengths.get(i)));
    }
    return records;
  }
}
