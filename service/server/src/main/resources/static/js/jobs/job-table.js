import { h } from '../dom.js';
import { ArrayRow } from './array-row.js';
import { JobRow } from './job-row.js';

const COLUMNS = ['Job', 'State', 'GPUs', 'Took', 'Submitted', 'Remark'];

/** The jobs of a page; those of an array under one row, which opens. */
export class JobTable {
  element;
  #signal;
  #body = h('tbody', {});
  #rows = new Map();

  constructor(signal) {
    this.#signal = signal;
    this.element = h('table', { class: 'jobs' },
      h('caption', { class: 'visually-hidden' }, 'Jobs, the newest first'),
      h('thead', {}, h('tr', {}, COLUMNS.map((name) => h('th', { scope: 'col' }, name)))),
      this.#body);
  }

  update(jobs) {
    const gone = new Set(this.#rows.keys());
    const wanted = [];
    const place = (key, make) => {
      gone.delete(key);
      if (!this.#rows.has(key)) this.#rows.set(key, make());
      const row = this.#rows.get(key);
      wanted.push(row.element);
      return row;
    };
    for (const group of groups(jobs)) {
      let isOpen = true;
      if (group.length > 1) {
        const row = place(`array ${group[0].array.id}`, () => new ArrayRow(group[0], this.#signal, () => this.update(jobs)));
        row.show(group);
        isOpen = row.isOpen;
      }
      if (isOpen) group.forEach((job) => place(job.id, () => new JobRow(job)).show(job, group.length > 1));
    }
    gone.forEach((key) => {
      this.#rows.get(key).element.remove();
      this.#rows.delete(key);
    });
    wanted.forEach((element, index) => {
      if (this.#body.rows[index] !== element) this.#body.insertBefore(element, this.#body.rows[index] ?? null);
    });
  }
}

/** Jobs of one array stand together, where its newest one does. */
function groups(jobs) {
  const byArray = new Map();
  const all = [];
  for (const job of jobs) {
    const known = job.array && byArray.get(job.array.id);
    if (known) {
      known.push(job);
    } else {
      all.push([job]);
      if (job.array) byArray.set(job.array.id, all.at(-1));
    }
  }
  return all;
}
