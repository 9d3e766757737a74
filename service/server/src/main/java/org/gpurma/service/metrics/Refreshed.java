package org.gpurma.service.metrics;

/** What is looked up now and then, not for every scrape. */
interface Refreshed {
  void refresh();
}
