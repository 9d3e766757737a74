/** What ranks say: their log lines and their counters. */
package org.gpurma.runtime.ranklog;
