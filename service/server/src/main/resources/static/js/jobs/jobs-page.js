import { get } from '../api.js';
import { h } from '../dom.js';
import { copyable } from '../parts.js';
import { poll } from '../polling.js';
import { clusterStrip } from './cluster-strip.js';
import { JobFilter } from './job-filter.js';
import { JobTable } from './job-table.js';

const PAGE = 50;
const PERIOD = 2000;

/** The list of jobs, the newest first, kept up to date while it is looked at. */
export function show(main, signal) {
  document.title = 'Jobs · GPU RMA';
  const filter = new JobFilter(() => turnTo(null));
  const table = new JobTable(signal);
  const list = h('div', { class: 'job-list' });
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  const newer = h('button', { type: 'button', onclick: () => history.back() }, '← Newer');
  const older = h('button', { type: 'button', onclick: () => turnTo(next) }, 'Older →');
  const pages = h('nav', { class: 'pages', 'aria-label': 'Pages' }, newer, older);
  main.append(
    h('div', { class: 'page-title' },
      h('h1', {}, 'Jobs'),
      h('a', { class: 'button primary', href: '/new', 'data-route': true }, 'New job')),
    clusterStrip(signal), filter.element, problem, list, pages);

  let cursor = history.state?.cursor ?? null;
  let next = null;
  const refresh = poll(async () => {
    const query = filter.query();
    query.set('limit', PAGE);
    if (cursor) query.set('cursor', cursor);
    try {
      show(await get(`/api/v1/jobs?${query}`, signal));
    } catch (refusal) {
      if (refusal.status !== 400) throw refusal;
      problem.hidden = false;
      problem.textContent = refusal.detail ?? refusal.message;
    }
  }, PERIOD, signal);

  function show({ items, next: behind }) {
    next = behind;
    problem.hidden = true;
    newer.hidden = !cursor;
    older.hidden = !next;
    if (items.length) {
      table.update(items);
      if (list.firstChild !== table.element) list.replaceChildren(table.element);
    } else {
      list.replaceChildren(filter.isEmpty && !cursor ? howToSubmit() : nothingFound(filter));
    }
  }

  function turnTo(wanted) {
    cursor = wanted;
    const address = filter.address();
    if (wanted) history.pushState({ cursor }, '', address);
    else history.replaceState(null, '', address);
    refresh();
    if (wanted) scrollTo(0, 0);
  }
}

function nothingFound(filter) {
  return h('section', { class: 'empty' },
    h('h2', {}, 'No job passes the filter'),
    h('p', {}, h('button', { type: 'button', onclick: () => filter.clear() }, 'Show all jobs')));
}

function howToSubmit() {
  const server = location.origin;
  return h('section', { class: 'empty' },
    h('h2', {}, 'No jobs yet'),
    h('p', {}, h('a', { href: '/new?example=hello-world', 'data-route': true }, 'Begin with an example'),
      ', or submit one from the folder of this project:'),
    copyable('./gpurma submit job-specs/hello-world/job.yaml --follow', 'the command that submits a job'),
    h('p', {}, 'or over HTTP, with a job of the catalogue:'),
    copyable(
      `curl '${server}/api/v1/jobs?folder=hello-world' -H 'Content-Type: application/yaml' --data-binary @job-specs/hello-world/job.yaml`,
      'the curl command that submits a job'));
}
