package org.gpurma.runtime.engine;

/** The same with a thread of its own for what arrives. */
class EngineWithReceiveThreadTest extends EngineTest {

  @Override
  boolean receivesApart() {
    return true;
  }
}
