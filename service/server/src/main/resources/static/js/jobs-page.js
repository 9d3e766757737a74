import { get } from './api.js';
import { clusterStrip } from './cluster-strip.js';
import { h } from './dom.js';
import { ago, clock, duration, words } from './format.js';
import { copyable, statePill } from './parts.js';
import { poll } from './polling.js';
import { elapsed } from './states.js';

const PAGE = 50;
const PERIOD = 2000;

/** The list of jobs, the newest first, kept up to date while it is looked at. */
export function showJobs(main, signal) {
  document.title = 'Jobs · GPU RMA';
  const list = h('div', { class: 'job-list' });
  const more = h('button', { type: 'button', class: 'more', hidden: true }, 'Show older jobs');
  main.append(h('h1', {}, 'Jobs'), clusterStrip(signal), list, more);

  let shown = PAGE;
  const refresh = poll(async () => {
    const { jobs, hasMore } = await newest(shown, signal);
    update(list, jobs);
    more.hidden = !hasMore;
  }, PERIOD, signal);
  more.addEventListener('click', () => {
    shown += PAGE;
    refresh();
  });
}

async function newest(wanted, signal) {
  const jobs = [];
  let cursor = null;
  do {
    const after = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
    const page = await get(`/api/v1/jobs?limit=${PAGE}${after}`, signal);
    jobs.push(...page.items);
    cursor = page.next;
  } while (cursor && jobs.length < wanted);
  return { jobs, hasMore: Boolean(cursor) };
}

function update(list, jobs) {
  if (jobs.length === 0) {
    if (!list.querySelector('.empty')) list.replaceChildren(howToSubmit());
    return;
  }
  let body = list.querySelector('tbody');
  if (!body) {
    list.replaceChildren(table());
    body = list.querySelector('tbody');
  }
  const rows = new Map([...body.rows].map((row) => [row.dataset.job, row]));
  jobs.forEach((job, index) => {
    const row = rows.get(job.id) ?? newRow(job);
    rows.delete(job.id);
    fill(row, job);
    if (body.rows[index] !== row) body.insertBefore(row, body.rows[index] ?? null);
  });
  rows.forEach((row) => row.remove());
}

function table() {
  const columns = ['Job', 'State', 'GPUs', 'Took', 'Submitted', 'Remark'];
  return h('table', { class: 'jobs' },
    h('caption', { class: 'visually-hidden' }, 'Jobs, the newest first'),
    h('thead', {}, h('tr', {}, columns.map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', {}));
}

function newRow(job) {
  const row = h('tr', { 'data-job': job.id },
    h('th', { scope: 'row' },
      h('a', { href: `/jobs/${encodeURIComponent(job.id)}`, 'data-route': true, class: 'stretched' }, job.id)),
    h('td', { class: 'state' }),
    h('td', { class: 'number', 'data-label': 'GPUs' }, String(job.gpus ?? '')),
    h('td', { class: 'number took', 'data-label': 'Took' }),
    h('td', { class: 'submitted', title: clock(job.createdAt) }),
    h('td', { class: 'remark' }));
  return row;
}

function fill(row, job) {
  const state = row.querySelector('.state');
  if (state.dataset.state !== job.status.state) {
    state.dataset.state = job.status.state;
    state.replaceChildren(statePill(job.status.state));
  }
  row.querySelector('.took').textContent = duration(elapsed(job));
  row.querySelector('.submitted').textContent = ago(job.createdAt);
  row.querySelector('.remark').textContent = remark(job.status);
}

function remark({ state, held, attempt, message, reason }) {
  const tried = attempt > 1 ? `attempt ${attempt}` : '';
  if (state === 'QUEUED') return [held ? 'held' : '', tried].filter(Boolean).join(', ');
  if (message) return firstLine(message);
  return reason ? words(reason) : tried;
}

function firstLine(text) {
  return text.split('\n', 1)[0];
}

function howToSubmit() {
  const server = location.origin;
  return h('section', { class: 'empty' },
    h('h2', {}, 'No jobs yet'),
    h('p', {}, 'Submit one from the folder of this project:'),
    copyable('./gpurma submit job-specs/hello-world/job.yaml --follow', 'the command that submits a job'),
    h('p', {}, 'or over HTTP, with a job of the catalogue:'),
    copyable(
      `curl '${server}/api/v1/jobs?folder=hello-world' -H 'Content-Type: application/yaml' --data-binary @job-specs/hello-world/job.yaml`,
      'the curl command that submits a job'));
}
