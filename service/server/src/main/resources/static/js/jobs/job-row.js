import { h } from '../dom.js';
import { ago, clock, duration, words } from '../format.js';
import { statePill } from '../parts.js';
import { elapsed } from '../states.js';

/** One job of the list. */
export class JobRow {
  element;
  #state = h('td', { class: 'state' });
  #took = h('td', { class: 'number took', 'data-label': 'Took' });
  #submitted;
  #remark = h('td', { class: 'remark' });

  constructor(job) {
    this.#submitted = h('td', { class: 'submitted', title: clock(job.createdAt) });
    this.element = h('tr', { 'data-job': job.id },
      h('th', { scope: 'row' },
        h('a', { href: `/jobs/${encodeURIComponent(job.id)}`, 'data-route': true, class: 'stretched' }, job.id), tags(job)),
      this.#state,
      h('td', { class: 'number', 'data-label': 'GPUs' }, String(job.gpus ?? '')),
      this.#took, this.#submitted, this.#remark);
  }

  show(job, isMember) {
    this.element.classList.toggle('member', isMember);
    const { state } = job.status;
    if (this.#state.dataset.state !== state) {
      this.#state.dataset.state = state;
      this.#state.replaceChildren(statePill(state));
    }
    set(this.#took, duration(elapsed(job)));
    set(this.#submitted, ago(job.createdAt));
    set(this.#remark, remark(job.status));
  }
}

function set(cell, text) {
  if (cell.textContent !== text) cell.textContent = text;
}

/** Project and labels. */
function tags({ project, labels }) {
  const all = [
    ...(project === 'default' ? [] : [[`project=${project}`, project]]),
    ...Object.entries(labels).map(([name, value]) => [`label=${encodeURIComponent(`${name}=${value}`)}`, `${name}=${value}`]),
  ];
  return all.map(([query, text]) => h('a', { class: 'tag', href: `/?${query}`, 'data-route': true, title: `Jobs with ${text}` }, text));
}

function remark({ state, held, attempt, message, reason }) {
  const tried = attempt > 1 ? `attempt ${attempt}` : '';
  if (state === 'QUEUED') return [held ? 'held' : '', tried].filter(Boolean).join(', ');
  if (message) return message.split('\n', 1)[0];
  return reason ? words(reason) : tried;
}
