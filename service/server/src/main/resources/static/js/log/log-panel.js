import { h } from '../dom.js';
import { panel } from '../parts.js';
import { LineQuery } from './line-query.js';
import { LogLines } from './log-lines.js';
import { LogSearch } from './log-search.js';
import { LogStream } from './log-stream.js';
import { logTools } from './log-tools.js';
import { LogView } from './log-view.js';

/** Milliseconds at least from one showing of new lines to the next: thousands a second cost no more than a few. */
const TICK = 100;

/** The log of a job as it comes, with the means to look at a part of it. */
export class LogPanel {
  element;
  #id;
  #selection;
  #signal;
  #onEnded;
  #attempt;
  /** Ends with the lines that are shown now. */
  #leave = new AbortController();
  #lines;
  #stream;
  #search = null;
  #arrived = [];
  #taking;
  #tookAt = 0;
  #linesWatcher = () => {};
  #tools;
  #view;

  constructor(id, selection, signal, onEnded) {
    this.#id = id;
    this.#selection = selection;
    this.#signal = signal;
    this.#onEnded = onEnded;
    this.#tools = logTools(selection, {
      filter: () => this.#open(),
      find: (step) => this.#find(step),
      textChanged: () => this.#textChanged(),
      follow: () => { this.#view.follows = !this.#view.follows; },
      attempt: (attempt) => this.#goOnWith(attempt),
    });
    this.#view = new LogView({
      onPick: (cursor) => this.#pick(cursor),
      onFollow: (follows) => this.#tools.showFollow(follows),
    });
    this.#view.link = (cursor) => this.#address(cursor);
    const empty = h('p', { class: 'log-empty muted', hidden: true });
    this.#tools.onEmpty = (text) => {
      empty.hidden = !text;
      empty.textContent = text;
    };
    this.element = panel('Log', { class: 'log' }, this.#tools.element, empty, this.#view.element);
  }

  /** Whoever wants to know of new lines; of very many only some. */
  onLines(watcher) {
    this.#linesWatcher = watcher;
  }

  start(job) {
    const linked = /^#L(?:(\d+)\.)?(\d+)$/.exec(location.hash);
    this.#attempt = Number(linked?.[1] ?? job.status.attempt);
    this.#view.startedAt = job.createdAt;
    this.update(job);
    this.#selection.addEventListener('change', () => this.#open());
    document.addEventListener('keydown', (event) => this.#pressed(event), { signal: this.#signal });
    this.#signal.addEventListener('abort', () => this.#close());
    this.#open(linked ? Number(linked[2]) : null);
  }

  /** The job as it is now. */
  update({ status }) {
    this.#tools.showAttempts(status.attempt, this.#attempt);
    this.#tools.showPlaces(status.processes ?? []);
    if (this.#attempt === status.attempt) this.#tools.showAll(status.logLines);
  }

  async #open(linked = null) {
    this.#close();
    this.#leave = new AbortController();
    const { signal } = this.#leave;
    const query = new LineQuery(this.#id, this.#attempt, this.#filter());
    const lines = new LogLines(query, signal);
    this.#lines = lines;
    this.#view.lines = lines;
    this.#tools.showDownload(query.download, `${this.#id}.log`);
    lines.addEventListener('change', () => this.#tools.showCount(lines.length, query.isAll), { signal });
    try {
      this.#tools.showConnection('reading');
      this.#tools.onEmpty('');
      const page = await lines.open();
      this.#tools.showAll(page.logLines);
      this.#tools.onEmpty(lines.length ? '' : whyNone(query, page));
      this.#follow(query, page.end);
      if (linked !== null) await this.#pick(linked);
    } catch (problem) {
      if (signal.aborted) return;
      this.#tools.showConnection('broken');
      if (problem.status >= 400 && problem.status < 500) this.#tools.onEmpty(problem.message);
      else setTimeout(() => signal.aborted || this.#open(linked), 1000);
    }
  }

  #filter() {
    return {
      ranks: this.#selection.ranks,
      channel: this.#tools.channel,
      level: this.#tools.level,
      place: this.#tools.place,
      text: this.#tools.onlyMatches ? this.#tools.text : '',
    };
  }

  #follow(query, after) {
    this.#stream = new LogStream(query, after, {
      lines: (texts) => this.#arrive(texts),
      connection: (state) => this.#tools.showConnection(state),
      ended: (end) => {
        this.#take();
        this.#tools.showConnection('ended');
        if (end.nextAttempt) this.#goOnWith(end.nextAttempt);
        else this.#onEnded();
      },
    });
    this.#stream.start();
  }

  #close() {
    this.#leave.abort();
    this.#stream?.stop();
    clearTimeout(this.#taking);
    this.#taking = undefined;
    this.#arrived = [];
    this.#search = null;
  }

  #goOnWith(attempt) {
    this.#attempt = attempt;
    history.replaceState(null, '', location.pathname + location.search);
    this.#view.picked = null;
    this.#view.follows = true;
    this.#open();
  }

  #arrive(texts) {
    for (const text of texts) this.#arrived.push(text);
    this.#taking ??= setTimeout(() => this.#take(), Math.max(0, this.#tookAt + TICK - performance.now()));
  }

  #take() {
    clearTimeout(this.#taking);
    this.#taking = undefined;
    this.#tookAt = performance.now();
    if (this.#arrived.length === 0) return;
    const texts = this.#arrived;
    this.#arrived = [];
    const before = this.#lines.length;
    this.#lines.append(texts);
    this.#tools.onEmpty('');
    const last = this.#lines.length;
    const some = [];
    for (let index = Math.max(before, last - 64); index < last; index += 1) some.push(this.#lines.at(index));
    this.#linesWatcher(some);
  }

  #address(cursor) {
    return `${location.pathname}${location.search}#L${this.#attempt === 1 ? '' : `${this.#attempt}.`}${cursor}`;
  }

  async #pick(cursor) {
    history.replaceState(null, '', this.#address(cursor));
    this.#view.picked = cursor;
    this.#view.follows = false;
    const lines = this.#lines;
    const index = await lines.indexOf(cursor);
    if (lines === this.#lines) this.#view.goToLine(index);
  }

  #textChanged() {
    this.#search = null;
    this.#view.marked = this.#tools.text;
    this.#tools.showMatch(null);
    if (this.#tools.onlyMatches) this.#open();
    else if (this.#tools.text) this.#find(0);
  }

  /** 1: the next line with the text, -1: the one before, 0: the first one from here on. */
  async #find(step) {
    const { text } = this.#tools;
    if (!text) return;
    const { signal } = this.#leave;
    this.#search ??= new LogSearch(this.#id, this.#attempt, { ...this.#filter(), text }, signal);
    const search = this.#search;
    try {
      const here = this.#view.follows ? 0 : this.#view.here;
      const match = await (step < 0 ? search.previous(here) : search.next(here));
      if (search !== this.#search) return;
      this.#tools.showMatch(match);
      if (match.cursor !== null) await this.#pick(match.cursor);
    } catch (problem) {
      if (!signal.aborted) this.#tools.showMatch({ problem: problem.message });
    }
  }

  #pressed(event) {
    const isTyping = event.target.closest('input, select, textarea, dialog');
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '/') this.#tools.focusSearch();
    else if (event.key === 'f') this.#view.follows = !this.#view.follows;
    else if (event.key === 'n' || event.key === 'N') this.#find(event.key === 'n' ? 1 : -1);
    else return;
    event.preventDefault();
  }
}

function whyNone(query, { logLines, growing }) {
  if (logLines > 0) return query.isAll ? '' : 'No line passes the filter.';
  return growing ? 'No line yet.' : 'The log is empty.';
}
