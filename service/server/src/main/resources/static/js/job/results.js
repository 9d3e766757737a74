import { open } from '../api.js';
import { parseCsv } from '../charts/csv.js';
import { LineChart } from '../charts/line-chart.js';
import { h } from '../dom.js';
import { panel } from '../parts.js';
import { outputPath } from './outputs.js';

const NAME = 'results.csv';
const LARGEST = 8 << 20;
const MOST_ROWS = 200;
const MOST_SERIES = 6;

/** The rows that the ranks logged, as a plot and as a table. */
export function resultsPanel(signal) {
  const content = h('div', {});
  const element = panel('Results', { class: 'results', hidden: true }, content);
  let shown = null;
  return {
    element,
    async update({ id, status }) {
      const output = status.outputs?.find(({ name }) => name === NAME);
      if (!output || output.sha256 === shown || output.bytes > LARGEST) return;
      shown = output.sha256;
      const text = await open(outputPath(id, NAME), { signal }).then((answer) => answer.text(), () => '');
      const [columns, ...rows] = parseCsv(text);
      if (!rows?.length) return;
      content.replaceChildren(plotOf(columns, rows), tableOf(columns, rows));
      element.hidden = false;
    },
  };
}

function plotOf(columns, rows) {
  const numeric = columns.map((_, at) => rows.every((row) => row[at] !== '' && Number.isFinite(Number(row[at]))));
  const varied = columns.map((_, at) => new Set(rows.map((row) => row[at])).size);
  const numbers = columns.flatMap((_, at) => (numeric[at] ? [at] : []));
  if (numbers.length === 0 || rows.length < 2) return '';
  const y = choice('up', columns, numbers, numbers.at(-1));
  const x = choice('along', columns, [-1, ...numbers], numbers.find((at) => varied[at] > 2 && at !== numbers.at(-1)) ?? -1);
  const by = choice('a line each', columns, [-1, ...columns.keys()], columns.findIndex((_, at) => !numeric[at] && varied[at] > 1 && varied[at] <= MOST_SERIES));
  const log = h('input', { type: 'checkbox', checked: isWide(rows.map((row) => Number(row[x.value]))) });
  const chart = new LineChart('Results', { points: true });
  const draw = () => chart.update(seriesOf(columns, rows, Number(x.value), Number(y.value), Number(by.value)), { logX: log.checked, logY: log.checked });
  for (const each of [x, y, by, log]) each.addEventListener('change', draw);
  draw();
  return h('div', {}, h('div', { class: 'axes' },
    h('label', {}, 'up ', y), h('label', {}, 'along ', x), h('label', {}, 'a line each ', by), h('label', {}, log, ' logarithmic')), chart.element);
}

/** Powers of two or ten rather than steps. */
function isWide(values) {
  const known = values.filter((value) => value > 0);
  return known.length > 2 && Math.max(...known) / Math.min(...known) > 200;
}

function choice(label, columns, options, chosen) {
  const select = h('select', { 'aria-label': label }, options.map((at) => h('option', { value: at }, at < 0 ? '–' : columns[at])));
  select.value = chosen;
  return select;
}

function seriesOf(columns, rows, x, y, by) {
  const groups = Map.groupBy(rows, (row) => (by < 0 ? columns[y] : row[by]));
  return [...groups].slice(0, MOST_SERIES).map(([name, mine]) => ({
    name,
    points: mine.map((row, index) => [x < 0 ? index + 1 : Number(row[x]), Number(row[y])]).sort((a, b) => a[0] - b[0]),
  }));
}

function tableOf(columns, rows) {
  const shown = rows.length > MOST_ROWS ? `The first ${MOST_ROWS} of ${rows.length} rows` : `${rows.length} rows`;
  return h('details', {}, h('summary', {}, shown),
    h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Rows of the results' }, h('table', { class: 'rows' },
      h('thead', {}, h('tr', {}, columns.map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody', {}, rows.slice(0, MOST_ROWS).map((row) => h('tr', {}, row.map((value) => h('td', {}, value))))))));
}
