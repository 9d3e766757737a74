import { jobPath } from '../api.js';
import { h, whenChanged } from '../dom.js';
import { bytes } from '../format.js';
import { panel } from '../parts.js';

/** The files that the job wrote. */
export function outputsPanel() {
  const list = h('ul', { class: 'outputs' });
  const element = panel('Outputs', { hidden: true }, list);
  const show = whenChanged(list, (id, outputs) => outputs.map((output) => h('li', {},
    h('a', { href: outputPath(id, output.name), download: true }, output.name),
    h('span', { class: 'muted' }, bytes(output.bytes)),
    output.sha256
      ? h('code', { class: 'muted', title: `sha256 ${output.sha256}` }, `sha256 ${output.sha256.slice(0, 12)}…`)
      : null)));
  return {
    element,
    update({ id, status }) {
      element.hidden = !status.outputs?.length;
      show(id, status.outputs ?? []);
    },
  };
}

export function outputPath(id, name) {
  return `${jobPath(id)}/outputs/${name.split('/').map(encodeURIComponent).join('/')}`;
}
