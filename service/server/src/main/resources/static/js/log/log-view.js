import { h } from '../dom.js';
import { colourByRank } from '../parts.js';

/** Pixels; app.css has the same in --row. */
const ROW = 20;
const MARGIN_ROWS = 12;

/** A window onto a LogStore: as many rows as are in sight, whatever the number of lines. */
export class LogView {
  element;
  #store;
  #startedAt;
  #onPick;
  #onFollow;
  #space = h('div', { class: 'log-space' });
  #rows = h('div', { class: 'log-rows' });
  #pool = [];
  #follows = true;
  #lastTop = 0;
  #picked = null;
  #frame = 0;

  constructor(store, { onPick, onFollow }) {
    this.#store = store;
    this.#onPick = onPick;
    this.#onFollow = onFollow;
    this.#space.append(this.#rows);
    this.element = h('div', {
      class: 'log-lines', role: 'log', 'aria-live': 'off', 'aria-label': 'Log lines', tabindex: 0,
    }, this.#space);
    this.element.addEventListener('scroll', () => this.#scrolled(), { passive: true });
    new ResizeObserver(() => this.refresh()).observe(this.element);
  }

  /** Times are shown from this moment on. */
  set startedAt(iso) {
    this.#startedAt = Date.parse(iso);
  }

  set follows(follows) {
    this.#follows = follows;
    this.#onFollow(follows);
    this.refresh();
  }

  get follows() {
    return this.#follows;
  }

  /** Shows the lines as they are now, with the next frame. */
  refresh() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  /** Marks a line and brings it into sight; false where the line is not there (yet). */
  pick(cursor) {
    this.#picked = cursor;
    const index = this.#store.indexOf(cursor);
    this.refresh();
    if (index < 0) return false;
    this.follows = false;
    this.#space.style.height = `${this.#store.length * ROW}px`;
    this.element.scrollTop = Math.max(0, index * ROW - this.element.clientHeight / 2);
    this.#lastTop = this.element.scrollTop;
    return true;
  }

  #scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.element;
    const isAtEnd = scrollTop + clientHeight >= scrollHeight - ROW;
    // Only a reader scrolls up; new lines only ever move the end away.
    if (scrollTop < this.#lastTop && !isAtEnd && this.#follows) this.follows = false;
    else if (scrollTop > this.#lastTop && isAtEnd && !this.#follows) this.follows = true;
    this.#lastTop = scrollTop;
    this.refresh();
  }

  #draw() {
    this.#space.style.height = `${this.#store.length * ROW}px`;
    if (this.#follows) {
      this.element.scrollTop = this.#store.length * ROW;
    }
    this.#lastTop = this.element.scrollTop;
    const first = Math.max(0, Math.floor(this.#lastTop / ROW) - MARGIN_ROWS);
    const topmost = Math.ceil(this.#lastTop / ROW);
    const inSight = Math.ceil(this.element.clientHeight / ROW) + 2 * MARGIN_ROWS;
    const shown = Math.max(0, Math.min(inSight, this.#store.length - first));
    while (this.#pool.length < shown) this.#pool.push(new Row(this.#onPick));
    this.#rows.style.transform = `translateY(${first * ROW}px)`;
    for (let index = 0; index < shown; index += 1) {
      const row = this.#pool[index];
      row.show(this.#store.at(first + index), this.#startedAt, this.#picked);
      row.isTabStop = first + index === topmost;
    }
    while (this.#rows.childElementCount > shown) this.#rows.lastElementChild.remove();
    for (let index = this.#rows.childElementCount; index < shown; index += 1) {
      this.#rows.append(this.#pool[index].element);
    }
  }
}

class Row {
  element;
  #line;
  #time;
  #author = h('span', { class: 'author' });
  #text = h('span', { class: 'text' });

  constructor(onPick) {
    this.#time = h('a', { class: 'time' });
    this.#time.addEventListener('click', (event) => {
      event.preventDefault();
      onPick(String(this.#line.cursor));
    });
    this.element = h('div', { class: 'line' }, h('span', { class: 'lead' }, this.#time, this.#author), this.#text);
  }

  /** Of the many links only the topmost in sight is reached by Tab. */
  set isTabStop(isTabStop) {
    this.#time.tabIndex = isTabStop ? 0 : -1;
  }

  show(line, startedAt, picked) {
    this.element.classList.toggle('picked', String(line.cursor) === picked);
    if (line === this.#line) return;
    this.#line = line;
    const hasRank = line.rank !== null && line.rank !== undefined;
    const author = hasRank ? `rank ${line.rank}` : line.channel;
    this.element.dataset.channel = line.channel;
    this.element.dataset.rank = hasRank ? line.rank : '';
    if (hasRank) colourByRank(this.#author, line.rank);
    this.#author.textContent = author;
    this.#text.textContent = line.text.replaceAll('\n', ' ⏎ ');
    this.#time.textContent = offset(Date.parse(line.time) - startedAt);
    this.#time.title = line.time;
    this.#time.href = `${location.pathname}#L${encodeURIComponent(line.cursor)}`;
    this.#time.setAttribute('aria-label', `Link to this line of ${author}`);
  }
}

function offset(millis) {
  // The clocks of two machines differ: nothing came before the job.
  return Number.isFinite(millis) ? (Math.max(0, millis) / 1000).toFixed(3) : '';
}
