import { h, whenChanged } from '../dom.js';
import { count } from '../format.js';
import { reasons, waitingFacts } from '../job/waiting.js';
import { predictionTable } from '../job/prediction.js';
import { copyable } from '../parts.js';
import { placementPicture } from '../picture/placement-picture.js';
import { shellLine } from '../shell-line.js';

/** What would come of the job: where it would run and how, or why it would wait. */
export function planPreview() {
  const element = h('div', { class: 'plan' });
  const show = whenChanged(element, (plan, nodes) => [
    h('p', { class: `plan-verdict tone-${plan.startsNow && plan.text === undefined ? 'good' : 'waiting'}` }, verdict(plan)),
    plan.startsNow ? null : waiting(plan.waiting),
    plan.processes.length ? placementPicture(plan.processes, nodes) : null,
    plan.explanation.length ? h('ul', { class: 'explanation' }, plan.explanation.map((text) => h('li', {}, text))) : null,
    plan.prediction ? predictionTable(plan.prediction) : null,
    plan.command.length ? copyable(shellLine(plan.command), 'the mpirun command') : null,
    plan.command.length ? environment(plan.environment) : null,
  ]);
  return {
    element,
    show,
    clear(text = '') { show.call(null, { startsNow: true, processes: [], explanation: [], command: [], text }, []); },
  };
}

function verdict(plan) {
  if (plan.text !== undefined) return plan.text;
  const jobs = plan.jobs === 1 ? 'It' : `The first of ${count(plan.jobs, 'job')}`;
  return plan.startsNow ? `${jobs} would start now.` : `${jobs} would wait.`;
}

function waiting(why) {
  return h('div', {},
    h('ul', { class: 'blockers' }, reasons(why).map(({ message }) => h('li', {}, message))),
    h('dl', { class: 'facts' }, waitingFacts(why).map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)))));
}

function environment(variables) {
  const names = Object.keys(variables);
  if (names.length === 0) return null;
  return h('details', {}, h('summary', {}, `Environment: ${count(names.length, 'variable')}`),
    h('pre', { tabindex: 0, 'aria-label': 'Environment' }, names.map((name) => `${name}=${variables[name]}`).join('\n')));
}
