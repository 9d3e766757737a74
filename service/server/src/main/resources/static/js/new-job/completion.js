import { h } from '../dom.js';
import { outline, ownerAt } from './yaml-outline.js';

const MOST = 12;

/** Offers keys and values of the schema at the caret: by Ctrl+Space, and while a key is typed. */
export function startCompletion(editor, hints) {
  const list = h('ul', { class: 'completion', role: 'listbox', id: 'completion', 'aria-label': 'What may stand here', hidden: true });
  const { field } = editor;
  let offers = [];
  let chosen = 0;
  field.setAttribute('aria-autocomplete', 'list');
  field.setAttribute('aria-controls', 'completion');
  editor.element.append(list);

  editor.addEventListener('input', () => offer(false));
  field.addEventListener('blur', () => close());
  // Before the editor's own: it begins a line with Enter.
  field.addEventListener('keydown', pressed, { capture: true });
  return { close };

  function offer(isAsked) {
    const place = placeAt(editor);
    offers = place && (isAsked || place.typed) ? matching(place) : [];
    chosen = 0;
    if (offers.length === 0 || (offers.length === 1 && offers[0].name === place.typed)) close();
    else show(place);
  }

  function matching({ isValue, pointer, typed }) {
    const all = isValue ? hints().valuesAt(pointer) : hints().keysAt(pointer);
    const present = isValue ? new Set() : siblings(pointer);
    return all.filter(({ name }) => name.startsWith(typed) && (!present.has(name) || name === typed)).slice(0, MOST)
      .map((each) => ({ ...each, typed, ending: isValue ? '' : ': ' }));
  }

  function siblings(pointer) {
    return new Set(outline(editor.text)
      .filter((entry) => entry.pointer.slice(0, entry.pointer.lastIndexOf('/')) === pointer && entry.line !== editor.caret.line)
      .map(({ key }) => key));
  }

  function show({ line, column }) {
    list.replaceChildren(...offers.map(({ name, description }, index) => h('li', {
      role: 'option', id: `offer-${index}`, 'aria-selected': String(index === chosen),
      // The field keeps the focus.
      onmousedown: (event) => {
        event.preventDefault();
        chosen = index;
        take();
      },
    }, h('b', {}, name), ' ', h('span', { class: 'muted' }, description))));
    list.hidden = false;
    list.style.setProperty('--line', line + 1);
    list.style.setProperty('--column', column);
    field.setAttribute('aria-activedescendant', `offer-${chosen}`);
  }

  function close() {
    list.hidden = true;
    field.removeAttribute('aria-activedescendant');
  }

  function choose(index) {
    chosen = (index + offers.length) % offers.length;
    [...list.children].forEach((each, at) => each.setAttribute('aria-selected', String(at === chosen)));
    list.children[chosen].scrollIntoView({ block: 'nearest' });
    field.setAttribute('aria-activedescendant', `offer-${chosen}`);
  }

  function take() {
    const { name, typed, ending } = offers[chosen];
    editor.insert(name + ending, typed.length);
    close();
  }

  function pressed(event) {
    if (event.key === ' ' && event.ctrlKey) {
      offer(true);
    } else if (list.hidden) {
      return;
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      choose(chosen + (event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      take();
    } else if (event.key === 'Escape') {
      close();
    } else {
      return;
    }
    event.preventDefault();
  }
}

/** {isValue, pointer, typed, line, column} of the caret; null where nothing can be offered. */
function placeAt(editor) {
  const { line, before } = editor.caret;
  const key = /^(\s*(?:- )?)([\w-]*)$/.exec(before);
  const entries = outline(editor.text);
  if (key) {
    const [, indent, typed] = key;
    return { isValue: false, pointer: ownerAt(entries, line, indent.length), typed, line, column: indent.length };
  }
  const value = /:\s+([\w.-]*)$/.exec(before);
  const entry = value && entries.findLast((each) => each.line === line && !each.isItem);
  return entry && { isValue: true, pointer: entry.pointer, typed: value[1], line, column: before.length - value[1].length };
}
