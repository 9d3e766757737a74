/**
 * The host's side of the ranks: what they ask for through their command queues, and what arrives
 * for them.
 */
package org.gpurma.runtime.blockmanager;
