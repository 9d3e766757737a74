import { h, whenChanged } from '../dom.js';
import { words } from '../format.js';

/** Why a job failed: the first cause, with the place it lies at. */
export function failureBox(selection) {
  const element = h('section', { class: 'failure', role: 'alert', 'aria-label': 'Failure', hidden: true });
  const show = whenChanged(element, (state, reason, message, failure) =>
    (failure ? ofFailure(failure, selection) : [h('h2', {}, words(reason ?? 'Failed')), messageOf(message)]));
  return {
    element,
    update({ status }) {
      element.hidden = status.state !== 'FAILED';
      if (!element.hidden) show(status.state, status.reason, status.message, status.failure);
    },
  };
}

function ofFailure(failure, selection) {
  const source = failure.file ? `${failure.file}${failure.line ? `:${failure.line}` : ''}` : null;
  const places = [
    hasValue(failure.process) ? `process ${failure.process}` : null,
    failure.node ? `node ${failure.node}` : null,
    failure.gpu ? `GPU ${failure.gpu}` : null,
  ].filter(Boolean);
  return [
    h('h2', {}, words(failure.kind),
      hasValue(failure.rank)
        ? h('button', { type: 'button', class: 'rank-link', onclick: () => selection.set([failure.rank]) },
          `rank ${failure.rank}`)
        : null,
      source ? h('code', { class: 'source' }, source) : null),
    messageOf(failure.message),
    places.length ? h('p', { class: 'muted' }, places.join(' · ')) : null,
  ];
}

function messageOf(message) {
  return message ? h('pre', { tabindex: 0, 'aria-label': 'Message' }, message) : null;
}

function hasValue(value) {
  return value !== null && value !== undefined;
}
