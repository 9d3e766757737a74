import { LineQuery } from './line-query.js';

/** Steps from one line with a text to the next or the one before. */
export class LogSearch {
  #query;
  #signal;
  #at = null;
  #total = 0;

  constructor(job, attempt, filter, signal) {
    this.#query = new LineQuery(job, attempt, filter);
    this.#signal = signal;
  }

  /** {cursor, number from 1, total}; number 0 where no line has the text. */
  async next(here) {
    if (this.#at !== null) return this.#go(this.#at + 1);
    return this.#first(await this.#around(here), 0);
  }

  async previous(here) {
    if (this.#at !== null) return this.#go(this.#at - 1);
    return this.#first(await this.#around(here), -1);
  }

  /** A search of a long log goes on with the next request. */
  async #around(cursor) {
    let page;
    do {
      page = await this.#query.fromCursor(cursor, 1, this.#signal);
    } while (!page.complete);
    return page;
  }

  #first(page, step) {
    this.#total = page.total;
    if (page.lines.length && step === 0) return this.#found(page);
    return this.#go(page.line + step);
  }

  /** Behind the last one comes the first one again. */
  async #go(wanted) {
    if (wanted >= this.#total) wanted = 0;
    const page = await this.#query.fromLine(wanted < 0 ? -1 : wanted, 1, this.#signal);
    this.#total = page.total;
    return this.#found(page);
  }

  #found({ line, lines, total }) {
    if (lines.length === 0) return { cursor: null, number: 0, total };
    this.#at = line;
    return { cursor: lines[0].cursor, number: line + 1, total };
  }
}
