import { h } from '../dom.js';
import { bytes } from '../format.js';
import { SPEC } from './job-folder.js';

/** The files of the job: one is edited, more are added, others are taken away. */
export function fileTabs(folder, onOpen) {
  const input = h('input', { type: 'file', multiple: true, class: 'visually-hidden', id: 'add-files', tabindex: -1 });
  const list = h('ul', { class: 'file-list', 'aria-label': 'Files of the job' });
  const add = h('button', { type: 'button', class: 'quiet', onclick: () => input.click() }, '+ Add files');
  const label = h('label', { for: 'add-files', class: 'visually-hidden' }, 'Files to add');
  let current = SPEC;
  input.addEventListener('change', () => {
    take([...input.files]);
    input.value = '';
  });
  folder.addEventListener('change', show);
  return {
    element: h('div', { class: 'files' }, list, add, label, input),
    take,
    get current() { return current; },
    open,
  };

  /** A YAML file is the spec, whatever its name. */
  async function take(files) {
    const spec = files.find(({ name }) => /\.ya?ml$/.test(name));
    await folder.add(files.map((blob) => ({ name: blob === spec ? SPEC : blob.name, blob })));
    open(spec ? SPEC : current);
  }

  function open(name) {
    current = folder.text(name) === undefined ? SPEC : name;
    onOpen(current);
    show();
  }

  function show() {
    list.replaceChildren(...folder.files.map(({ name, bytes: size, isText }) => h('li', {},
      isText
        ? h('button', { type: 'button', class: 'file', 'aria-pressed': String(name === current), onclick: () => open(name) }, name)
        : h('span', { class: 'file data', title: 'Data; sent as it is' }, name, ' ', h('span', { class: 'muted' }, bytes(size))),
      name === SPEC ? null : h('button', { type: 'button', class: 'remove', 'aria-label': `Remove ${name}`, title: `Remove ${name}`, onclick: () => remove(name) }, '×'))));
  }

  function remove(name) {
    folder.remove(name);
    if (name === current) open(SPEC);
  }
}
