/** What arrives for the ranks of a process: accesses of other processes' ranks, barriers, words. */
package org.gpurma.runtime.delivery;
