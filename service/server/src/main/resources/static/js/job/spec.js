import { jobPath } from '../api.js';
import { h, whenChanged } from '../dom.js';
import { panel } from '../parts.js';

/** The job spec as the service read it. */
export function specPanel(id) {
  const content = h('div', {});
  const element = panel('Job spec', {}, content);
  const show = whenChanged(content, (spec) => h('details', {},
    h('summary', {}, 'As the service read it'),
    h('p', {}, h('a', { href: `${jobPath(id)}/spec`, download: 'job.yaml' }, 'as it was sent')),
    h('pre', { tabindex: 0, 'aria-label': 'Job spec' }, JSON.stringify(spec, null, 2))));
  return { element, update: ({ spec }) => show(spec ?? null) };
}
