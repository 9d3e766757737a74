/**
 * Ranks that wait for long: what for, told to the user, and whether that can ever come. Why a
 * deadlock is one: docs/decisions/0006-deadlock.md.
 */
package org.gpurma.runtime.stall;
