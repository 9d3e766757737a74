import { LineChart } from '../charts/line-chart.js';
import { si } from '../charts/scale.js';
import { h } from '../dom.js';
import { panel } from '../parts.js';

/** What the ranks do, over time: operations, bytes, waits. */
export function activityPanel() {
  const charts = [
    [new LineChart('RMA operations', { unit: '/s' }), operations],
    [new LineChart('RMA bytes', { unit: 'B/s' }), bytes],
    [new LineChart('Ranks that wait', { unit: '%' }), waiting],
    [new LineChart('Log lines', { unit: '/s' }), lines],
    [new LineChart('GPU utilisation', { unit: '%' }), utilisation],
  ];
  const totals = h('dl', { class: 'facts totals' });
  const element = panel('Activity', { class: 'activity', hidden: true }, totals, charts.map(([chart]) => chart.element));
  return {
    element,
    /** report: the counters of the attempt. */
    update(report) {
      const { samples, processes } = report;
      element.hidden = processes.length === 0;
      if (element.hidden) return;
      totals.replaceChildren(...totalsOf(processes).map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))));
      const begin = samples.at[0];
      const seconds = samples.at.map((at) => (at - begin) / 1000);
      for (const [chart, seriesOf] of charts) {
        const series = seconds.length > 2 ? seriesOf(samples, seconds, processes).filter(hasValues) : [];
        chart.element.hidden = series.length === 0;
        if (series.length) chart.update(series, { formatX: (x) => `${si(x)} s` });
      }
    },
  };
}

/** A path that is never taken needs no line. */
function hasValues({ points }) {
  return points.some(([, y]) => y > 0);
}

function operations({ paths }, seconds) {
  return paths.map(({ path, operations: counts }) => ({ name: path, points: rates(seconds, counts) }));
}

function bytes({ paths }, seconds) {
  return paths.map(({ path, bytes: counts }) => ({ name: path, points: rates(seconds, counts) }));
}

function waiting({ waitSeconds }, seconds, processes) {
  const ranks = processes.reduce((sum, { rankWaitSeconds }) => sum + rankWaitSeconds.length, 0) || 1;
  return [{ name: 'of all ranks', points: rates(seconds, waitSeconds).map(([x, y]) => [x, Math.min(100, (100 * y) / ranks)]) }];
}

function lines({ logEntries }, seconds) {
  return [{ name: 'entries', points: rates(seconds, logEntries) }];
}

function utilisation({ gpu }, seconds) {
  if (gpu.utilization.length === 0) return [];
  return [{ name: 'mean', points: seconds.map((x, index) => [x, 100 * (gpu.utilization[index] ?? 0)]) }];
}

/** Totals to what they grow by in a second. */
function rates(seconds, totals) {
  return totals.slice(1).map((total, index) => {
    const took = seconds[index + 1] - seconds[index] || 1;
    return [seconds[index + 1], Math.max(0, total - totals[index]) / took];
  });
}

function totalsOf(processes) {
  const sum = (of) => processes.reduce((total, process) => total + of(process), 0);
  const paths = (of) => sum((process) => process.paths.reduce((total, path) => total + of(path), 0));
  return [
    ['puts', si(paths(({ puts }) => puts))],
    ['gets', si(paths(({ gets }) => gets))],
    ['moved', si(paths(({ putBytes, getBytes }) => putBytes + getBytes), 'B')],
    ['notifications', si(paths(({ notificationsMatched }) => notificationsMatched))],
    ['queue-full stalls', si(sum(({ queueFullStalls }) => queueFullStalls))],
    ['log stalls', si(sum(({ log }) => log.stalls))],
  ];
}
