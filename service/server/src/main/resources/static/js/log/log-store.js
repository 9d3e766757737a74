/** At 20 pixels a line this stays below the height that browsers can scroll (Firefox: 17.8 million). */
const MOST_LINES = 800_000;
const DROP = 80_000;

/** The lines a page holds, and of these the ones that pass the filter. */
export class LogStore {
  #lines = [];
  #passing = null;
  #filter = null;
  #dropped = 0;

  /** Lines that pass the filter. */
  get length() {
    return this.#passing ? this.#passing.length : this.#lines.length;
  }

  /** Lines of the whole log so far, those no longer held included. */
  get total() {
    return this.#dropped + this.#lines.length;
  }

  get dropped() {
    return this.#dropped;
  }

  at(index) {
    return this.#passing ? this.#passing[index] : this.#lines[index];
  }

  indexOf(cursor) {
    const lines = this.#passing ?? this.#lines;
    return lines.findIndex((line) => String(line.cursor) === cursor);
  }

  add(lines) {
    for (const line of lines) {
      this.#lines.push(line);
      if (this.#filter?.(line)) this.#passing.push(line);
    }
    if (this.#lines.length > MOST_LINES) this.#dropOldest();
  }

  /** A function of a line, or null for all lines. */
  filterBy(filter) {
    this.#filter = filter;
    this.#passing = filter ? this.#lines.filter(filter) : null;
  }

  #dropOldest() {
    const surplus = this.#lines.length - MOST_LINES + DROP;
    this.#lines.splice(0, surplus);
    this.#dropped += surplus;
    this.filterBy(this.#filter);
  }
}
