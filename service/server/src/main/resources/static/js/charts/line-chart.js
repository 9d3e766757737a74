import { h, s } from '../dom.js';
import { logTicks, si, ticks } from './scale.js';

const HEIGHT = 120;
const LEFT = 52;
const RIGHT = 10;
const TOP = 8;
const BOTTOM = 22;

/** Lines over a common axis, with the values under the pointer or the arrow keys. */
export class LineChart {
  element;
  #title;
  #unit;
  #options;
  #series = [];
  #width = 0;
  #at = null;
  #svg = s('svg', { height: HEIGHT, role: 'img' });
  #plot = s('g', {});
  #cursor = s('line', { class: 'cursor', y1: TOP, y2: HEIGHT - BOTTOM, visibility: 'hidden' });
  #legend = h('ul', { class: 'legend' });

  /** options: {unit, logX, logY, points, formatX, xTitle}. */
  constructor(title, options = {}) {
    this.#title = title;
    this.#unit = options.unit ?? '';
    this.#options = options;
    this.#svg.append(this.#plot, this.#cursor);
    this.element = h('figure', { class: 'chart', tabindex: 0, 'aria-label': title },
      h('figcaption', {}, title), this.#legend, this.#svg);
    this.#svg.addEventListener('pointermove', (event) => this.#point(event.offsetX));
    this.#svg.addEventListener('pointerleave', () => this.#show(null));
    this.element.addEventListener('keydown', (event) => this.#pressed(event));
    new ResizeObserver(([{ contentRect }]) => {
      this.#width = Math.floor(contentRect.width);
      this.#draw();
    }).observe(this.element);
  }

  /** series: [{name, points: [[x, y]], tone}]; x grows. */
  update(series, options = {}) {
    this.#series = series;
    Object.assign(this.#options, options);
    this.#unit = this.#options.unit ?? '';
    this.#draw();
  }

  #draw() {
    if (this.#width < 80) return;
    this.#svg.setAttribute('width', this.#width);
    const points = this.#series.flatMap((each) => each.points);
    const { logX, logY, formatX = (x) => si(x) } = this.#options;
    this.#x = scale(points.map(([x]) => x), LEFT, this.#width - RIGHT, logX, false);
    this.#y = scale(points.map(([, y]) => y), HEIGHT - BOTTOM, TOP, logY, true);
    const xTicks = this.#x.ticks(Math.max(2, Math.floor(this.#width / 90)));
    this.#plot.replaceChildren(
      ...this.#y.ticks(3).flatMap((value) => [
        s('line', { class: 'grid', x1: LEFT, x2: this.#width - RIGHT, y1: this.#y(value), y2: this.#y(value) }),
        s('text', { class: 'tick', x: LEFT - 6, y: this.#y(value) + 4, 'text-anchor': 'end' }, this.#unit === '%' ? String(value) : si(value)),
      ]),
      ...xTicks.map((value) => s('text', { class: 'tick', x: this.#x(value), y: HEIGHT - 6, 'text-anchor': 'middle' }, formatX(value))),
      ...this.#series.map(({ points: mine }, index) => this.#line(mine, index)));
    this.#show(this.#at);
  }

  #line(points, index) {
    const inside = points.filter(([x, y]) => Number.isFinite(this.#x(x)) && Number.isFinite(this.#y(y)));
    const way = inside.map(([x, y], at) => `${at ? 'L' : 'M'}${this.#x(x).toFixed(1)} ${this.#y(y).toFixed(1)}`).join('');
    const dots = this.#options.points && inside.length < 200
      ? inside.map(([x, y]) => s('circle', { cx: this.#x(x), cy: this.#y(y), r: 2.5 })) : [];
    return s('g', { class: `series series-${index % 6}` }, s('path', { d: way }), dots);
  }

  #point(left) {
    const all = this.#xs();
    if (all.length === 0) return;
    this.#show(all.reduce((best, x) => (Math.abs(this.#x(x) - left) < Math.abs(this.#x(best) - left) ? x : best)));
  }

  #xs() {
    return [...new Set(this.#series.flatMap(({ points }) => points.map(([x]) => x)))].sort((a, b) => a - b);
  }

  #pressed(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const all = this.#xs();
    if (!step || all.length === 0) return;
    event.preventDefault();
    const now = this.#at === null ? all.length - 1 : all.indexOf(this.#at) + step;
    this.#show(all[Math.min(Math.max(0, now), all.length - 1)]);
  }

  /** The values there, or the last ones. */
  #show(at) {
    this.#at = at;
    const { formatX = (x) => si(x) } = this.#options;
    this.#cursor.setAttribute('visibility', at === null ? 'hidden' : 'visible');
    if (at !== null) {
      this.#cursor.setAttribute('x1', this.#x(at));
      this.#cursor.setAttribute('x2', this.#x(at));
    }
    const values = this.#series.map(({ name, points }, index) => {
      const point = at === null ? points.at(-1) : points.find(([x]) => x === at);
      return h('li', { class: `series-${index % 6}` }, name, ' ', h('b', {}, point ? si(point[1], this.#unit) : '–'));
    });
    this.#legend.replaceChildren(...values, ...(at === null ? [] : [h('li', { class: 'muted' }, formatX(at))]));
    this.#svg.setAttribute('aria-label', `${this.#title}: ${values.map((each) => each.textContent).join(', ')}`);
  }

  #x = () => 0;
  #y = () => 0;
}

/** Values to pixels; a linear one of heights begins at 0. */
function scale(values, first, last, isLog, fromZero) {
  const known = values.filter((value) => Number.isFinite(value) && (!isLog || value > 0));
  let from = Math.min(...known, ...(known.length ? [] : [isLog ? 1 : 0]));
  let to = Math.max(...known, ...(known.length ? [] : [1]));
  if (fromZero && !isLog) from = Math.min(0, from);
  if (to === from) to = isLog ? from * 2 : from + 1;
  const turned = isLog ? Math.log : (value) => value;
  const place = (value) => first + ((turned(value) - turned(from)) / (turned(to) - turned(from))) * (last - first);
  place.ticks = (about) => (isLog ? logTicks(from, to) : ticks(from, to, about));
  return place;
}
