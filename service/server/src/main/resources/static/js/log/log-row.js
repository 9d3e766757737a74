import { h } from '../dom.js';
import { colourByRank } from '../parts.js';

/** One row of the log; it shows one line after the other as the log is scrolled. */
export class LogRow {
  element;
  #line;
  #marked = '';
  #time;
  #author = h('span', { class: 'author' });
  #text = h('span', { class: 'text' });

  /** onPick(cursor): a line is to be linked to. */
  constructor(onPick) {
    this.#time = h('a', { class: 'time' });
    this.#time.addEventListener('click', (event) => {
      event.preventDefault();
      if (this.#line) onPick(this.#line.cursor);
    });
    this.element = h('div', { class: 'line' }, h('span', { class: 'lead' }, this.#time, this.#author), this.#text);
  }

  /** Of the many links only the topmost in sight is reached by Tab. */
  set isTabStop(isTabStop) {
    this.#time.tabIndex = isTabStop ? 0 : -1;
  }

  /** view: {startedAt, picked, marked, link(cursor)}; no line: it is still to come. */
  show(line, view) {
    this.element.classList.toggle('picked', line !== undefined && line.cursor === view.picked);
    if (line === this.#line && view.marked === this.#marked) return;
    this.#line = line;
    this.#marked = view.marked;
    this.element.classList.toggle('to-come', line === undefined);
    if (line === undefined) this.#showNothing();
    else this.#showLine(line, view);
  }

  #showNothing() {
    this.#author.textContent = '';
    this.#text.textContent = '';
    this.#time.textContent = '…';
    this.#time.removeAttribute('href');
  }

  #showLine(line, view) {
    const hasRank = line.rank !== null && line.rank !== undefined;
    const author = hasRank ? `rank ${line.rank}` : line.channel;
    this.element.dataset.channel = line.channel;
    this.element.dataset.rank = hasRank ? line.rank : '';
    this.element.dataset.level = line.level;
    this.element.classList.toggle('gap', line.gap !== undefined);
    if (hasRank) colourByRank(this.#author, line.rank);
    this.#author.textContent = author;
    this.#text.replaceChildren(...marked(line.text.replaceAll('\n', ' ⏎ '), view.marked));
    this.#time.textContent = offset(Date.parse(line.time) - view.startedAt);
    this.#time.title = `line ${line.cursor}, ${line.time}`;
    this.#time.href = view.link(line.cursor);
    this.#time.setAttribute('aria-label', `Link to line ${line.cursor}, of ${author}`);
  }
}

function offset(millis) {
  // The clocks of two machines differ: nothing came before the job.
  return Number.isFinite(millis) ? (Math.max(0, millis) / 1000).toFixed(3) : '';
}

/** The text in pieces, what was searched for in <mark>. */
function marked(text, wanted) {
  if (!wanted) return [text];
  const pieces = [];
  const lower = text.toLowerCase();
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    pieces.push(text.slice(from, at), h('mark', {}, text.slice(at, at + wanted.length)));
    from = at + wanted.length;
  }
  return [...pieces, text.slice(from)];
}
