import { jobPath } from '../api.js';
import { h, whenChanged } from '../dom.js';
import { bytes } from '../format.js';
import { copyable, panel } from '../parts.js';

/** What came of the job and how exactly it was started. */
export function details() {
  const result = h('div', {});
  const launch = h('div', {});
  const element = h('aside', { class: 'job-side', 'aria-label': 'Result and launch' }, result, launch);

  const showResult = whenChanged(result, (id, check, outputs) => [checks(check), outputList(id, outputs)]);
  const showLaunch = whenChanged(launch, (command, spec) => [
    command.length ? panel('Command', {}, copyable(shellLine(command), 'the mpirun command')) : null,
    specOf(spec),
  ]);
  return {
    element,
    update({ id, spec, status }) {
      showResult(id, status.check ?? null, status.outputs ?? []);
      showLaunch(status.command ?? [], spec ?? null);
    },
  };
}

/** As one would type it: words with anything special in them are quoted. */
function shellLine(words) {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');
}

function checks(check) {
  if (!check) return null;
  return panel('Checks', {}, h('ul', { class: 'checks' }, check.results.map((result) =>
    h('li', { class: result.passed ? 'tone-good' : 'tone-bad' },
      h('span', { class: 'verdict' }, result.passed ? 'passed' : 'failed'),
      h('span', { class: 'kind' }, result.kind),
      h('span', { class: 'detail' }, result.detail ?? '')))));
}

function outputList(id, outputs) {
  if (outputs.length === 0) return null;
  return panel('Outputs', {}, h('ul', { class: 'outputs' }, outputs.map((output) => {
    const path = output.name.split('/').map(encodeURIComponent).join('/');
    return h('li', {},
      h('a', { href: `${jobPath(id)}/outputs/${path}`, download: true }, output.name),
      h('span', { class: 'muted' }, bytes(output.bytes)),
      output.sha256
        ? h('code', { class: 'muted', title: `sha256 ${output.sha256}` }, `sha256 ${output.sha256.slice(0, 12)}…`)
        : null);
  })));
}

function specOf(spec) {
  if (!spec) return null;
  return panel('Job spec', {}, h('details', {},
    h('summary', {}, 'As the service read it'),
    h('pre', { tabindex: 0, 'aria-label': 'Job spec' }, JSON.stringify(spec, null, 2))));
}
