const PAGE = 256;
/** Pages that are kept; the ones looked at longest ago go first. */
const MOST_PAGES = 120;

/**
 * The lines of a log that a query lets through, by their number among themselves. Only the pages
 * that were looked at are here, whatever the number of lines.
 */
export class LogLines extends EventTarget {
  #query;
  #signal;
  #pages = new Map();
  #length = 0;

  constructor(query, signal) {
    super();
    this.#query = query;
    this.#signal = signal;
  }

  /** Lines that pass, as far as is known. */
  get length() {
    return this.#length;
  }

  /** Reads the end of the log; the answer tells up to which cursor it was looked at. */
  async open() {
    let page = await this.#query.fromLine(-PAGE, PAGE, this.#signal);
    this.#length = page.total;
    this.#put(page);
    this.#tell();
    while (!page.complete) {
      page = await this.#query.fromLine(-1, 1, this.#signal);
      this.#length = page.total;
      this.#tell();
    }
    return page;
  }

  /** The line, or undefined while it is not here; want() fetches it. */
  at(index) {
    const page = this.#pages.get(Math.floor(index / PAGE));
    const line = page?.lines[index % PAGE];
    if (typeof line !== 'string') return line;
    page.lines[index % PAGE] = JSON.parse(line);
    return page.lines[index % PAGE];
  }

  /** Number of the line at a cursor or, where it does not pass, of the next one that does. */
  async indexOf(cursor) {
    const page = await this.#query.fromCursor(cursor, PAGE, this.#signal);
    this.#put(page);
    return page.line;
  }

  /** Lines behind the last one, as JSON: they are parsed when they are looked at. */
  append(texts) {
    for (const text of texts) {
      this.#page(Math.floor(this.#length / PAGE)).lines[this.#length % PAGE] = text;
      this.#length += 1;
    }
    this.#forgetOld();
    this.#tell();
  }

  /** Fetches what is missing of these lines. */
  want(first, last) {
    const end = Math.min(last, this.#length - 1);
    for (let number = Math.floor(first / PAGE); number * PAGE <= end; number += 1) {
      const page = this.#page(number);
      this.#pages.delete(number);
      this.#pages.set(number, page);
      const from = Math.max(0, first - number * PAGE);
      const to = Math.min(PAGE - 1, end - number * PAGE);
      if (!page.asked && page.lacks(from, to)) this.#fetch(page, number);
    }
    this.#forgetOld();
  }

  async #fetch(page, number) {
    page.asked = true;
    const count = Math.min(PAGE, this.#length - number * PAGE);
    try {
      this.#put(await this.#query.fromLine(number * PAGE, count, this.#signal));
      page.read = Math.max(page.read, count);
      this.#tell();
    } catch {
      // Asked for again as long as it is in sight.
      setTimeout(() => this.#tell(), 1000);
    } finally {
      page.asked = false;
    }
  }

  #put({ line, lines }) {
    lines.forEach((each, offset) => {
      const index = line + offset;
      const page = this.#page(Math.floor(index / PAGE));
      page.lines[index % PAGE] ??= each;
    });
    this.#forgetOld();
  }

  #page(number) {
    let page = this.#pages.get(number);
    if (!page) {
      page = new Page();
      this.#pages.set(number, page);
    }
    return page;
  }

  #forgetOld() {
    for (const number of this.#pages.keys()) {
      if (this.#pages.size <= MOST_PAGES) return;
      this.#pages.delete(number);
    }
  }

  #tell() {
    if (!this.#signal.aborted) this.dispatchEvent(new Event('change'));
  }
}

class Page {
  lines = [];
  asked = false;
  /** So many lines from the first on were asked for and answered. */
  read = 0;

  lacks(from, to) {
    for (let index = Math.max(from, this.read); index <= to; index += 1) {
      if (this.lines[index] === undefined) return true;
    }
    return false;
  }
}
