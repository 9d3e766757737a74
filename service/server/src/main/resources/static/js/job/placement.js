import { get } from '../api.js';
import { h, whenChanged } from '../dom.js';
import { placementPicture } from '../picture/placement-picture.js';
import { copyable, panel } from '../parts.js';
import { shellLine } from '../shell-line.js';
import { hasEnded } from '../states.js';

/** Where the job runs and how exactly it was started. */
export function placementPanel(signal) {
  const words = h('p', { class: 'muted' });
  const picture = h('div', {});
  const command = h('div', {});
  const table = h('div', {});
  const element = panel('Placement', { class: 'where' }, words, picture, command, table);
  const showPicture = whenChanged(picture, placementPicture);
  const showCommand = whenChanged(command, (line) => (line.length ? copyable(shellLine(line), 'the mpirun command') : null));
  const showTable = whenChanged(table, (processes) => (processes.length ? details(processes) : null));
  let nodes = null;

  async function askNodes(processes) {
    nodes = [];
    nodes = await get('/api/v1/cluster/topology', signal).then((answer) => answer.nodes, () => []);
    showPicture(processes, nodes);
  }

  return {
    element,
    update({ status }) {
      const processes = status.processes ?? [];
      words.hidden = processes.length > 0;
      words.textContent = whyNone(status.state);
      if (processes.length && nodes === null) askNodes(processes);
      if (processes.length) showPicture(processes, nodes ?? []);
      showCommand(status.command ?? []);
      showTable(processes);
    },
  };
}

function whyNone(state) {
  if (hasEnded(state)) return 'No process was started.';
  return state === 'QUEUED' ? 'Waiting for GPUs.' : 'No process has reported yet.';
}

function details(processes) {
  const columns = ['Process', 'Node', 'GPU', 'Model', 'Cores', 'Ranks', 'PID'];
  return h('details', {},
    h('summary', {}, 'As a table'),
    h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Processes as a table' }, h('table', { class: 'processes' },
      h('caption', { class: 'visually-hidden' }, 'Runtime processes, one a GPU'),
      h('thead', {}, h('tr', {}, columns.map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody', {}, processes.map((process) => h('tr', {},
        h('th', { scope: 'row' }, String(process.index)),
        [process.node ?? '', process.gpu, process.gpuName ?? '', process.cores || 'any', ranks(process), process.pid ?? '–']
          .map((value) => h('td', {}, String(value)))))))));
}

function ranks({ rankStart, rankCount }) {
  return rankCount ? `${rankStart}–${rankStart + rankCount - 1}` : 'not started';
}
