import { get, jobPath } from '../api.js';
import { ranksText } from '../job/rank-set.js';

/** Which lines of an attempt's log are wanted, and the requests for them. */
export class LineQuery {
  #path;
  #filter;

  /** filter: {ranks: Set, channel, level, place, text}; what is empty lets everything through. */
  constructor(job, attempt, filter) {
    this.#path = `${jobPath(job)}/logs`;
    this.#filter = new URLSearchParams({ attempt });
    if (filter.ranks.size) this.#filter.set('rank', ranksText(filter.ranks));
    if (filter.channel) this.#filter.set('channel', filter.channel);
    if (filter.level) this.#filter.set('level', filter.level);
    if (filter.place) this.#filter.set(filter.place.kind, filter.place.name);
    if (filter.text) this.#filter.set('text', filter.text);
  }

  /** True where it lets every line through. */
  get isAll() {
    return this.#filter.size === 1;
  }

  /** Address of the events: of the lines behind a cursor, and of those that come. */
  follow(after) {
    return this.#url('', { follow: true, after });
  }

  /** A page that begins at a line, by its number among those that pass; negative: from the end. */
  fromLine(line, count, signal) {
    return get(this.#url('/page', { line, count }), signal);
  }

  /** A page that begins at a cursor. */
  fromCursor(cursor, count, signal) {
    return get(this.#url('/page', { cursor, count }), signal);
  }

  /** Address of all lines that pass, as text. */
  get download() {
    return this.#url('/text', {});
  }

  #url(path, more) {
    const query = new URLSearchParams(this.#filter);
    for (const [name, value] of Object.entries(more)) query.set(name, value);
    return `${this.#path}${path}?${query.toString().replaceAll('%2C', ',')}`;
  }
}
