package org.gpurma.client.access;

/**
 * A key that was issued just now.
 *
 * @param text the key itself; nobody can ask for it again
 */
public record IssuedKey(ApiKey key, String text) {}
