package org.gpurma.runtime.config;

/** How ranks reach ranks of other GPUs of their node. */
public enum PathChoice {
  /** Straight in their memory, where the GPUs allow it. */
  NEAREST,
  /** As ranks of other nodes. */
  NETWORK;

  public static final String SETTING = "gpurma.path";
}
