import { h, whenChanged } from '../dom.js';
import { clock, duration, words } from '../format.js';
import { COURSE, hasEnded, tone } from '../states.js';

/** The states a job went through, when and why, and those still before it. */
export function timeline() {
  const element = h('ol', { class: 'timeline', 'aria-label': 'States of the job' });
  const show = whenChanged(element, (createdAt, transitions, state) => [
    ...transitions.map((transition, index) => passed(createdAt, transition, transitions[index + 1])),
    ...ahead(state).map(toCome),
  ]);
  return {
    element,
    update: (job) => show(job.createdAt, job.status.transitions ?? [], job.status.state),
  };
}

function passed(createdAt, transition, next) {
  const at = Date.parse(transition.at);
  const offset = duration(at - Date.parse(createdAt));
  const isLast = !next;
  return h('li', { class: `tone-${tone(transition.state)}`, 'aria-current': isLast ? 'step' : null },
    h('span', { class: 'step' }, transition.state.toLowerCase()),
    h('span', { class: 'when', title: clock(transition.at) }, `at ${offset}`),
    next ? h('span', { class: 'lasted' }, duration(Date.parse(next.at) - at)) : null,
    transition.reason ? h('span', { class: 'reason' }, readable(transition.reason)) : null);
}

/** A reason is one word for programs or a sentence for people. */
function readable(reason) {
  return reason.includes(' ') ? reason : words(reason);
}

function ahead(state) {
  const position = COURSE.indexOf(state);
  return hasEnded(state) || position < 0 ? [] : COURSE.slice(position + 1);
}

function toCome(state) {
  return h('li', { class: 'to-come' }, h('span', { class: 'step' }, state.toLowerCase()));
}
