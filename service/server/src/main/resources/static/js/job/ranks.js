import { h, whenChanged } from '../dom.js';
import { panel } from '../parts.js';
import { RankGrid } from './rank-grid.js';

const COLOURS = [['state', 'by state'], ['wait', 'by time waited']];

/** Every rank of the job. Picking one shows its log lines alone. */
export function ranksPanel(selection) {
  const colours = h('select', { 'aria-label': 'Colour of the ranks' }, COLOURS.map(([value, label]) => h('option', { value }, label)));
  const legend = h('p', { class: 'muted rank-legend', role: 'status' });
  const groups = h('div', { class: 'rank-groups' });
  const element = panel('Ranks', { class: 'ranks-panel', hidden: true },
    h('div', { class: 'rank-tools' }, h('label', {}, 'coloured ', colours), legend), groups);
  const grid = new RankGrid(selection);
  const show = whenChanged(groups, (processes) => {
    grid.forget();
    return processes.filter(({ rankCount }) => rankCount).map((process) => h('div', { class: 'rank-group' },
      h('span', { class: 'muted' }, `Process ${process.index}`), grid.group(ranksOf(process), `Ranks of process ${process.index}`)));
  });
  colours.addEventListener('change', () => {
    grid.colourBy(colours.value);
    legend.textContent = grid.legend;
  });
  return {
    element,
    update({ status }) {
      const processes = (status.processes ?? []).map(({ index, rankStart, rankCount }) => ({ index, rankStart, rankCount }));
      element.hidden = !processes.some(({ rankCount }) => rankCount);
      show(processes);
      grid.state = status;
      legend.textContent = grid.legend;
    },
    /** New log lines. */
    lines(lines) { grid.note(lines); },
    /** The counters, where there are any. */
    counters({ processes }) {
      grid.waits = processes.flatMap(({ rankWaitSeconds }) => rankWaitSeconds);
      legend.textContent = grid.legend;
    },
  };
}

function ranksOf({ rankStart, rankCount }) {
  return Array.from({ length: rankCount }, (_, index) => rankStart + index);
}
