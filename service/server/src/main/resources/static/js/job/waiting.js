import { h, whenChanged } from '../dom.js';
import { ago, clock, count, duration } from '../format.js';
import { panel } from '../parts.js';

/** Why a job waits: everything that is in its way, what it could have now, and when it starts. */
export function waitingBox() {
  const content = h('div', {});
  const element = panel('Why it waits', { class: 'waiting', hidden: true }, content);
  const show = whenChanged(content, (waiting) => [
    h('ul', { class: 'blockers' }, reasons(waiting).map(blockerItem)),
    h('dl', { class: 'facts' }, waitingFacts(waiting).map(([name, value, title]) =>
      h('div', {}, h('dt', {}, name), h('dd', { title }, value)))),
  ]);
  return {
    element,
    update({ status }) {
      element.hidden = !status.waiting;
      if (status.waiting) show(status.waiting);
    },
  };
}

export function reasons({ blockers }) {
  return blockers.length ? blockers : [{ kind: 'Next', message: 'nothing is in its way; it starts in a moment' }];
}

function blockerItem({ kind, message, job, until }) {
  return h('li', { 'data-kind': kind },
    h('span', {}, message),
    job ? h('a', { href: `/jobs/${encodeURIComponent(job)}`, 'data-route': true }, job) : null,
    until ? h('span', { class: 'muted', title: clock(until) }, `until ${inTime(until)} at the latest`) : null);
}

export function waitingFacts({ ahead, earliestStart, nearestFit }) {
  const facts = [['in line', ahead === 0 ? 'first' : `behind ${count(ahead, 'job')}`]];
  if (earliestStart) facts.push([STARTS[earliestStart.certainty], inTime(earliestStart.at), clock(earliestStart.at)]);
  if (nearestFit?.missing > 0) facts.push(['could have now', nearest(nearestFit)]);
  if (nearestFit?.walltimeSeconds) {
    facts.push(['would start now', `with a walltime of ${duration(nearestFit.walltimeSeconds * 1000)}`]);
  }
  return facts;
}

const STARTS = {
  reserved: 'starts at the latest',
  forecast: 'starts as it looks',
  notBefore: 'starts no sooner than',
};

function nearest({ gpus, missing, nodes }) {
  const where = nodes.map(({ node, gpus: on }) => `${on} on ${node}`).join(', ');
  return gpus === 0 ? `no GPU of ${missing}` : `${gpus} of ${gpus + missing} GPUs: ${where}`;
}

function inTime(iso) {
  const left = Date.parse(iso) - Date.now();
  return left > 0 ? `in ${duration(left)}` : ago(iso);
}
