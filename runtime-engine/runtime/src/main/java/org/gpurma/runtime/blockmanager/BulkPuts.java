package org.gpurma.runtime.blockmanager;

import org.gpurma.runtime.queue.Acknowledgements;
import org.gpurma.runtime.records.CommandDescriptor;
import org.gpurma.runtime.transfer.OutgoingTransfer;
import org.gpurma.runtime.transfer.OutgoingTransfers;
import org.gpurma.runtime.transfer.SourceOwner;

/**
 * A rank's puts straight from device memory; each is acknowledged once its bytes have been read.
 */
final class BulkPuts implements SourceOwner {

  private final OutgoingTransfers transfers;
  private final Acknowledgements answers;
  private OutgoingTransfer next;
  private int open;

  BulkPuts(OutgoingTransfers transfers, Acknowledgements answers) {
    this.transfers = transfers;
    this.answers = answers;
  }

  /** Whether one can be started; then it is started at once. */
  boolean hasRoom() {
    next = transfers.take();
    return next != null;
  }

  /** Of the transfer that will be started. */
  int number() {
    return next.number();
  }

  void start(int process, long source, long bytes, int token) {
    open++;
    next.start(process, source, bytes, this, token);
  }

  boolean isEmpty() {
    return open == 0;
  }

  @Override
  public void sourceIsFree(OutgoingTransfer transfer) {
    open--;
    answers.post(CommandDescriptor.PUT_BULK, transfer.token(), 0);
  }
}
