import { h } from '../dom.js';
import { LogRow } from './log-row.js';
import { ScrollMap } from './scroll-map.js';

/** Pixels; log.css has the same in --row. */
const ROW = 20;
const MARGIN_ROWS = 12;
/** Milliseconds without scrolling after which the scroll bar is put where it belongs. */
const REST = 200;

/** A window onto lines: as many rows as are in sight, whatever the number of lines. */
export class LogView {
  element;
  #lines;
  #leave = new AbortController();
  #map = new ScrollMap();
  #handlers;
  #space = h('div', { class: 'log-space' });
  #rows = h('div', { class: 'log-rows' });
  #shownRows = [];
  /** Number of the line of the first row. */
  #first = 0;
  #shown = { startedAt: NaN, picked: null, marked: '', link: (cursor) => `#L${cursor}` };
  #follows = true;
  /** Pixel of the content at the top of the window, and where the scroll bar stood for it. */
  #position = 0;
  #top = 0;
  #frame = 0;
  #rest = 0;

  /** handlers: onPick(cursor), onFollow(follows). */
  constructor(handlers) {
    this.#handlers = handlers;
    this.#space.append(this.#rows);
    this.element = h('div', {
      class: 'log-lines', role: 'log', 'aria-live': 'off', 'aria-label': 'Log lines', tabindex: 0,
    }, this.#space);
    this.element.addEventListener('scroll', () => this.#scrolled(), { passive: true });
    this.element.addEventListener('keydown', (event) => this.#pressed(event));
    new ResizeObserver(() => this.refresh()).observe(this.element);
  }

  /** Times are shown from this moment on. */
  set startedAt(iso) {
    this.#shown.startedAt = Date.parse(iso);
  }

  /** Address of a line, by its cursor. */
  set link(link) {
    this.#shown.link = link;
  }

  /** Text that is marked wherever it stands. */
  set marked(text) {
    this.#shown.marked = text.toLowerCase();
    this.refresh();
  }

  set follows(follows) {
    this.#follows = follows;
    this.#handlers.onFollow(follows);
    this.refresh();
  }

  get follows() {
    return this.#follows;
  }

  /** Cursor of the topmost line in sight, or of the one that is picked. */
  get here() {
    return this.#shown.picked ?? this.#lines?.at(Math.ceil(this.#position / ROW))?.cursor ?? 0;
  }

  /** Shows other lines. */
  set lines(lines) {
    this.#leave.abort();
    this.#leave = new AbortController();
    this.#lines = lines;
    this.#position = 0;
    lines.addEventListener('change', () => this.refresh(), this.#leave);
    this.refresh();
  }

  /** Shows the lines as they are now, with the next frame. */
  refresh() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  /** Marks the line at a cursor; null: none any more. */
  set picked(cursor) {
    this.#shown.picked = cursor;
    this.refresh();
  }

  /** Brings a line into sight, by its number. */
  goToLine(index) {
    this.follows = false;
    this.#resize();
    this.#goTo(index * ROW - this.element.clientHeight / 2);
  }

  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== this.element) return;
    if (event.key === 'Home') this.goToLine(0);
    else if (event.key === 'End') this.follows = true;
    else return;
    event.preventDefault();
  }

  #resize() {
    this.#map.resize(this.#lines.length * ROW, this.element.clientHeight);
    const height = `${this.#map.space}px`;
    if (this.#space.style.height !== height) this.#space.style.height = height;
  }

  #goTo(position) {
    this.#position = Math.min(Math.max(0, position), this.#map.lastPosition);
    this.element.scrollTop = this.#map.topAt(this.#position);
    this.#top = this.element.scrollTop;
  }

  #scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.element;
    const moved = scrollTop - this.#top;
    if (moved === 0) return;
    this.#top = scrollTop;
    const isAtEnd = scrollTop + clientHeight >= scrollHeight - ROW;
    // Only a reader scrolls up; new lines only ever move the end away.
    if (moved < 0 && !isAtEnd && this.#follows) this.follows = false;
    else if (moved > 0 && isAtEnd && !this.#follows) this.follows = true;
    this.#position = this.#positionAfter(moved, scrollTop, isAtEnd);
    this.refresh();
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#goTo(this.#position), REST);
  }

  /** Wheel and keys move the content as far as the scroll bar; only dragging it goes far. */
  #positionAfter(moved, scrollTop, isAtEnd) {
    const isSmall = Math.abs(moved) < 2 * this.element.clientHeight && scrollTop > 0 && !isAtEnd;
    if (!this.#map.isCompressed || !isSmall) return this.#map.positionAt(scrollTop);
    return Math.min(Math.max(0, this.#position + moved), this.#map.lastPosition);
  }

  #draw() {
    if (!this.#lines) return;
    this.#resize();
    if (this.#follows) this.#goTo(this.#map.lastPosition);
    else if (this.#position > this.#map.lastPosition) this.#goTo(this.#position);
    const first = Math.max(0, Math.floor(this.#position / ROW) - MARGIN_ROWS);
    const inSight = Math.ceil(this.element.clientHeight / ROW) + 2 * MARGIN_ROWS;
    const count = Math.max(0, Math.min(inSight, this.#lines.length - first));
    if (count > 0) this.#lines.want(first, first + count - 1);
    this.#rows.style.transform = `translateY(${this.#top + first * ROW - this.#position}px)`;
    this.#fill(first, count);
  }

  #fill(first, count) {
    this.#turn(first - this.#first);
    this.#first = first;
    while (this.#shownRows.length > count) this.#shownRows.pop().element.remove();
    while (this.#shownRows.length < count) {
      const row = new LogRow(this.#handlers.onPick);
      this.#shownRows.push(row);
      this.#rows.append(row.element);
    }
    const topmost = Math.ceil(this.#position / ROW);
    this.#shownRows.forEach((row, index) => {
      row.show(this.#lines.at(first + index), this.#shown);
      row.isTabStop = first + index === topmost;
    });
  }

  /** A row keeps its line while that is in sight: what is being clicked or selected does not change. */
  #turn(by) {
    const rows = this.#shownRows;
    if (by === 0 || Math.abs(by) >= rows.length) return;
    const leaving = by > 0 ? rows.splice(0, by) : rows.splice(by);
    const elements = leaving.map(({ element }) => element);
    if (by > 0) {
      rows.push(...leaving);
      this.#rows.append(...elements);
    } else {
      rows.unshift(...leaving);
      this.#rows.prepend(...elements);
    }
  }
}
