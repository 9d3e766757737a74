import { h, whenChanged } from '../dom.js';
import { panel } from '../parts.js';
import { hasEnded } from '../states.js';
import { RankGrid } from './rank-grid.js';

/** One row a runtime process: its GPU, cores and ranks. The ranks pick whose lines the log shows. */
export function processTable(selection) {
  const body = h('tbody', {});
  const table = h('table', { class: 'processes' },
    h('caption', { class: 'visually-hidden' }, 'Runtime processes, one a GPU'),
    h('thead', {}, h('tr', {},
      ['Process', 'GPU', 'Node', 'Cores', 'PID', 'Ranks'].map((name) => h('th', { scope: 'col' }, name)))),
    body);
  const waiting = h('p', { class: 'muted' });
  const element = panel('Processes and ranks', {}, waiting, h('div', { class: 'scroll' }, table));
  const grid = new RankGrid(selection);

  const show = whenChanged(body, (processes) => {
    grid.forget();
    return processes.map((process) => rowOf(process, grid));
  });
  element.addEventListener('lines', (event) => grid.count(event.detail));
  return {
    element,
    update({ status }) {
      const processes = status.processes ?? [];
      table.hidden = processes.length === 0;
      waiting.hidden = !table.hidden;
      waiting.textContent = whyNone(status.state);
      show(processes);
      grid.markFailed(status.failure?.rank ?? null);
    },
  };
}

function whyNone(state) {
  if (hasEnded(state)) return 'No process was started.';
  return state === 'QUEUED' ? 'Waiting for GPUs.' : 'No process has reported yet.';
}

function rowOf(process, grid) {
  const cell = (label, ...content) => h('td', { 'data-label': label }, ...content);
  return h('tr', {},
    h('th', { scope: 'row', 'data-label': 'Process' }, String(process.index)),
    h('td', { class: 'gpu', 'data-label': 'GPU' },
      h('span', { class: 'gpu-uuid', title: process.gpu }, process.gpu),
      process.gpuName ? h('span', { class: 'muted' }, process.gpuName) : null),
    cell('Node', process.node ?? ''),
    cell('Cores', process.cores || 'any'),
    cell('PID', process.pid ? String(process.pid) : '–'),
    h('td', { class: 'ranks' }, ranksOf(process, grid)));
}

function ranksOf(process, grid) {
  if (!process.rankCount) return h('span', { class: 'muted' }, 'not started');
  const ranks = Array.from({ length: process.rankCount }, (_, index) => process.rankStart + index);
  return grid.group(ranks, `Ranks of process ${process.index}`);
}
