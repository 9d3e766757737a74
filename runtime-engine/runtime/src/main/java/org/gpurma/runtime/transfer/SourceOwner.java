package org.gpurma.runtime.transfer;

/** Is told when the bytes that a transfer sends have been read. */
public interface SourceOwner {

  void sourceIsFree(OutgoingTransfer transfer);
}
