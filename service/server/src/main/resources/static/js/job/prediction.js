import { h, whenChanged } from '../dom.js';
import { panel } from '../parts.js';

/** What a model says of the job, beside what was measured. */
export function predictionPanel() {
  const content = h('div', {});
  const element = panel('Prediction', { class: 'prediction', hidden: true }, content);
  const show = whenChanged(content, predictionTable);
  return {
    element,
    update({ prediction }) {
      element.hidden = !prediction?.rows?.length;
      if (!element.hidden) show(prediction);
    },
  };
}

export function predictionTable({ model, rows }) {
  const isMeasured = rows.some(({ measured }) => hasValue(measured));
  return h('table', { class: 'prediction-table' },
    h('caption', { class: 'muted' }, `Model: ${model}`),
    h('thead', {}, h('tr', {}, ['', 'Predicted', ...(isMeasured ? ['Measured', 'Measured / predicted'] : [])]
      .map((name) => (name ? h('th', { scope: 'col' }, name) : h('td', {}))))),
    h('tbody', {}, rows.map((row) => predictionRow(row, isMeasured))));
}

function predictionRow({ what, unit, predicted, measured }, isMeasured) {
  const value = (number) => (hasValue(number) ? `${number.toPrecision(3)} ${unit}` : '–');
  return h('tr', {},
    h('th', { scope: 'row' }, what),
    h('td', { class: 'number' }, value(predicted)),
    isMeasured ? [h('td', { class: 'number' }, value(measured)), h('td', { class: 'ratio' }, ratio(predicted, measured))] : null);
}

function ratio(predicted, measured) {
  if (!hasValue(predicted) || !hasValue(measured) || predicted === 0) return '–';
  const share = measured / predicted;
  return [h('meter', { min: 0, max: 2, low: 0.8, high: 1.25, optimum: 1, value: Math.min(share, 2), 'aria-label': 'measured over predicted' }), ` ${share.toFixed(2)}`];
}

function hasValue(value) {
  return value !== null && value !== undefined;
}
