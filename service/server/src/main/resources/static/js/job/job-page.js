import { get, jobPath } from '../api.js';
import { h } from '../dom.js';
import { notFound } from '../frame/not-found.js';
import { LogPanel } from '../log/log-panel.js';
import { poll } from '../polling.js';
import { hasEnded } from '../states.js';
import { activityPanel } from './activity.js';
import { checksPanel } from './checks.js';
import { watchCounters } from './counters.js';
import { failureBox } from './failure.js';
import { jobHeader } from './header.js';
import { outputsPanel } from './outputs.js';
import { placementPanel } from './placement.js';
import { predictionPanel } from './prediction.js';
import { RankSelection } from './rank-selection.js';
import { ranksPanel } from './ranks.js';
import { resultsPanel } from './results.js';
import { specPanel } from './spec.js';
import { timeline } from './timeline.js';
import { waitingBox } from './waiting.js';

const PERIOD = 1000;

/** One job: how it stands, where it runs, what its ranks say, what came of it. */
export function show(main, signal, id) {
  document.title = `${id} · GPU RMA`;
  const selection = new RankSelection();
  const ranks = ranksPanel(selection);
  const activity = activityPanel();
  const log = new LogPanel(id, selection, signal, () => refresh());
  const top = [jobHeader(id, () => refresh()), timeline(), waitingBox(), failureBox(selection)];
  const side = [checksPanel(), predictionPanel(), resultsPanel(signal), outputsPanel()];
  const below = [placementPanel(signal), specPanel(id)];
  const elements = (parts) => parts.map(({ element }) => element);

  let isShown = false;
  let counters = null;
  const refresh = poll(async () => {
    const job = await get(jobPath(id), signal);
    if (!isShown) {
      main.append(...elements(top),
        h('div', { class: 'job-columns' },
          h('div', { class: 'job-main' }, ranks.element, log.element),
          h('aside', { class: 'job-side', 'aria-label': 'Results' }, elements(side), activity.element)),
        ...elements(below));
      log.start(job);
      isShown = true;
    }
    [...top, ranks, log, ...side, ...below].forEach((part) => part.update(job));
    document.title = `${job.status.state.toLowerCase()} · ${id} · GPU RMA`;
    const ended = hasEnded(job.status.state);
    if (job.status.processes.length) counters ??= watchCounters(id, signal, showCounters);
    if (ended) counters?.ended();
    return !ended;
  }, PERIOD, signal, (problem) => {
    notFound(main, signal, problem.status === 404 ? `There is no job ${id}.` : problem.message);
  });
  log.onLines((lines) => ranks.lines(lines));

  function showCounters(report) {
    ranks.counters(report);
    activity.update(report);
  }
}
