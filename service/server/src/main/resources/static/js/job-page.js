import { get, jobPath } from './api.js';
import { h } from './dom.js';
import { details } from './job/details.js';
import { failureBox } from './job/failure.js';
import { jobHeader } from './job/header.js';
import { processTable } from './job/processes.js';
import { RankSelection } from './job/rank-selection.js';
import { timeline } from './job/timeline.js';
import { waitingBox } from './job/waiting.js';
import { logPanel } from './log/log-panel.js';
import { notFound } from './not-found.js';
import { poll } from './polling.js';
import { hasEnded } from './states.js';

const PERIOD = 1000;

/** One job: how it stands, where it runs, what its ranks say, what came of it. */
export function showJob(main, signal, id) {
  document.title = `${id} · GPU RMA`;
  const selection = new RankSelection();
  const parts = [
    jobHeader(id, () => refresh()),
    timeline(),
    waitingBox(),
    failureBox(selection),
    processTable(selection),
    details(),
  ];
  const log = logPanel(id, selection, signal, () => refresh());
  const [header, course, waiting, failure, processes, side] = parts.map((part) => part.element);

  let isShown = false;
  const refresh = poll(async () => {
    const job = await get(jobPath(id), signal);
    if (!isShown) {
      main.append(header, course, waiting, failure,
        h('div', { class: 'job-columns' }, h('div', { class: 'job-main' }, processes, log.element), side));
      log.start(job);
      isShown = true;
    }
    parts.forEach((part) => part.update(job));
    document.title = `${job.status.state.toLowerCase()} · ${id} · GPU RMA`;
    return !hasEnded(job.status.state);
  }, PERIOD, signal, (problem) => {
    notFound(main, signal, problem.status === 404 ? `There is no job ${id}.` : problem.message);
  });
  log.onLines((lines) => processes.dispatchEvent(new CustomEvent('lines', { detail: lines })));
}
