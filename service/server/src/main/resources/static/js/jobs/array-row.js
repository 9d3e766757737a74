import { get } from '../api.js';
import { h, whenChanged } from '../dom.js';
import { ago, clock, count } from '../format.js';
import { tone } from '../states.js';

/** So many jobs of an array are counted one by one. */
const MOST_COUNTED = 2000;

/** An array of jobs: how many of them are in which state. */
export class ArrayRow {
  element;
  isOpen = false;
  #signal;
  #array;
  #states = h('td', { class: 'state' });
  #submitted;
  #showStates;
  #known = '';

  constructor(job, signal, onToggle) {
    this.#signal = signal;
    this.#array = job.array;
    this.#showStates = whenChanged(this.#states, counts);
    this.#submitted = h('td', { class: 'submitted', title: clock(job.createdAt) });
    const toggle = h('button', { type: 'button', class: 'quiet disclosure', 'aria-expanded': 'false' },
      h('span', { class: 'name' }, job.name), ` ${count(job.array.size, 'job')}`);
    toggle.addEventListener('click', () => {
      this.isOpen = !this.isOpen;
      toggle.setAttribute('aria-expanded', String(this.isOpen));
      onToggle();
    });
    this.element = h('tr', { class: 'array', 'data-array': job.array.id },
      h('th', { scope: 'row' }, toggle), this.#states,
      h('td', { class: 'number', 'data-label': 'GPUs' }, String(job.gpus ?? '')),
      h('td', {}), this.#submitted,
      h('td', { class: 'remark' },
        h('a', { href: `/?array=${encodeURIComponent(job.array.id)}`, 'data-route': true }, 'all of this array')));
  }

  /** jobs: those of the array that are on this page. */
  show(jobs) {
    this.#submitted.textContent = ago(jobs[0].createdAt);
    const here = jobs.map(({ id, status }) => id + status.state).join();
    if (here === this.#known) return;
    this.#known = here;
    if (jobs.length === this.#array.size || this.#array.size > MOST_COUNTED) this.#showStates(Object.groupBy(jobs, ({ status }) => status.state));
    else this.#ask();
  }

  async #ask() {
    const { states } = await get(`/api/v1/arrays/${encodeURIComponent(this.#array.id)}`, this.#signal).catch(() => ({}));
    if (states) this.#showStates(states);
  }
}

function counts(states) {
  return Object.entries(states).map(([state, jobs]) =>
    h('span', { class: `pill tone-${tone(state)}` }, `${jobs.length ?? jobs} ${state.toLowerCase()}`));
}
