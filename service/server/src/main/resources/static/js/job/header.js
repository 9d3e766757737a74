import { jobPath, post } from '../api.js';
import { h, whenChanged } from '../dom.js';
import { ago, clock, duration, kernelTime } from '../format.js';
import { statePill } from '../parts.js';
import { elapsed, hasEnded } from '../states.js';

const REALLY_FOR = 4000;

/** Name, state and the figures one looks for first. */
export function jobHeader(id, onCancelled) {
  const state = h('span', { role: 'status', 'aria-label': 'State of the job' });
  const facts = h('dl', { class: 'facts' });
  const cancel = cancelButton(id, onCancelled);
  const hold = commandButton(id, 'hold', 'Hold', onCancelled);
  const release = commandButton(id, 'release', 'Release', onCancelled);
  // The log begins anew with the attempt.
  const retry = commandButton(id, 'retry', 'Try again', () => location.reload());
  const cancelling = h('span', { class: 'muted', hidden: true }, 'cancelling …');
  const element = h('header', { class: 'job-header' },
    h('div', { class: 'job-title' }, h('h1', {}, id), state, cancelling, hold, release, retry, cancel), facts);

  const showState = whenChanged(state, statePill);
  const showFacts = whenChanged(facts, (pairs) => pairs.map(([name, value, title]) =>
    h('div', {}, h('dt', {}, name), h('dd', { title }, value))));
  return {
    element,
    update(job) {
      showState(job.status.state);
      showFacts(factsOf(job));
      const isCancelling = Boolean(job.status.cancelRequested) && !hasEnded(job.status.state);
      cancelling.hidden = !isCancelling;
      cancel.hidden = isCancelling || hasEnded(job.status.state);
      hold.hidden = job.status.state !== 'QUEUED' || job.status.held;
      release.hidden = job.status.state !== 'QUEUED' || !job.status.held;
      retry.hidden = job.status.state !== 'FAILED' && job.status.state !== 'CANCELLED';
    },
  };
}

function factsOf(job) {
  const { processes = [], kernelMillis, attempt } = job.status;
  const ranks = processes.reduce((sum, process) => sum + process.rankCount, 0);
  const facts = [
    ['submitted', ago(job.createdAt), clock(job.createdAt)],
    [hasEnded(job.status.state) ? 'took' : 'for', duration(elapsed(job))],
    ['GPUs', String(processes.length || job.spec?.resources?.gpus || '–')],
  ];
  if (ranks) facts.push(['ranks', String(ranks)]);
  if (Number.isFinite(kernelMillis)) facts.push(['kernel', kernelTime(kernelMillis)]);
  if (attempt > 1) facts.push(['attempt', String(attempt)]);
  if (job.project !== 'default') facts.push(['project', job.project]);
  if (job.priority !== 0) facts.push(['priority', String(job.priority)]);
  if (job.array) facts.push(['of array', `${job.array.index + 1} of ${job.array.size}`, job.array.id]);
  return facts;
}

function commandButton(id, command, label, onDone) {
  const button = h('button', { type: 'button', class: 'quiet', hidden: true }, label);
  button.addEventListener('click', async () => {
    button.disabled = true;
    try {
      await post(`${jobPath(id)}/${command}`);
      onDone();
    } catch (problem) {
      button.textContent = problem.message;
    } finally {
      button.disabled = false;
    }
  });
  return button;
}

/** Asks once more before it ends a job: the first press arms it for a few seconds. */
function cancelButton(id, onCancelled) {
  const button = h('button', { type: 'button', class: 'danger', hidden: true }, 'Cancel job');
  let armed;

  function disarm() {
    clearTimeout(armed);
    armed = undefined;
    button.classList.remove('armed');
    button.textContent = 'Cancel job';
  }

  button.addEventListener('click', async () => {
    if (!armed) {
      button.textContent = 'Really cancel?';
      button.classList.add('armed');
      armed = setTimeout(disarm, REALLY_FOR);
      return;
    }
    disarm();
    button.disabled = true;
    try {
      await post(`${jobPath(id)}/cancel`);
      onCancelled();
    } catch (problem) {
      button.textContent = problem.message;
    } finally {
      button.disabled = false;
    }
  });
  return button;
}
