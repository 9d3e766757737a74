import { h, whenChanged } from '../dom.js';
import { panel } from '../parts.js';

/** What the job's checks found. */
export function checksPanel() {
  const list = h('ul', { class: 'checks' });
  const element = panel('Checks', { hidden: true }, list);
  const show = whenChanged(list, (results) => results.map((result) =>
    h('li', { class: result.passed ? 'tone-good' : 'tone-bad' },
      h('span', { class: 'verdict' }, result.passed ? 'passed' : 'failed'),
      h('span', { class: 'kind' }, result.kind),
      h('span', { class: 'detail' }, result.detail ?? ''))));
  return {
    element,
    update({ status }) {
      element.hidden = !status.check;
      if (status.check) show(status.check.results);
    },
  };
}
