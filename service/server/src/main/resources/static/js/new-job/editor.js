import { h } from '../dom.js';
import { pieces } from './highlight.js';

/** Longer lines are shown without colours: they would cost more than they tell. */
const LONGEST_COLOURED = 2000;

/**
 * A text field for source text: lines are numbered and coloured, wrong ones are marked. The browser's
 * own text field does the editing, so that all of its keys, input methods and undo work.
 */
export class Editor extends EventTarget {
  element;
  #field;
  #paper = h('code', { class: 'paper', 'aria-hidden': 'true' });
  #rows = [];
  #marks = new Map();
  #isYaml = true;

  constructor(label) {
    super();
    this.#field = h('textarea', { spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', wrap: 'off', 'aria-label': label });
    this.element = h('div', { class: 'editor' }, this.#paper, this.#field);
    this.#field.addEventListener('input', () => this.#changed());
    this.#field.addEventListener('keydown', (event) => this.#pressed(event));
  }

  /** The text field itself. */
  get field() {
    return this.#field;
  }

  get text() {
    return this.#field.value;
  }

  /** name: of the file, which tells its language. */
  open(text, name) {
    this.#isYaml = /\.ya?ml$/.test(name);
    this.#field.setAttribute('aria-label', name);
    this.#field.value = text;
    this.#field.setSelectionRange(0, 0);
    this.element.scrollTo(0, 0);
    this.#marks.clear();
    this.#rows = [];
    this.#draw();
  }

  /** Line and column of the caret, from 0, and what stands before it in its line. */
  get caret() {
    const lines = this.text.slice(0, this.#field.selectionStart).split('\n');
    return { line: lines.length - 1, column: lines.at(-1).length, before: lines.at(-1) };
  }

  /** marks: Map of line, from 0, to what is wrong there. */
  set marks(marks) {
    this.#marks = marks;
    this.#field.setAttribute('aria-invalid', String(marks.size > 0));
    this.#draw();
  }

  goToLine(line) {
    const start = this.text.split('\n').slice(0, line).reduce((sum, each) => sum + each.length + 1, 0);
    this.#field.focus();
    this.#field.setSelectionRange(start, start);
    this.#paper.children[line]?.scrollIntoView({ block: 'center' });
  }

  /** Puts a text in place of the characters before the caret, as if it was typed. */
  insert(text, replaced = 0) {
    const at = this.#field.selectionStart;
    this.#field.setRangeText(text, at - replaced, this.#field.selectionEnd, 'end');
    this.#changed();
  }

  #changed() {
    this.#draw();
    this.dispatchEvent(new Event('input'));
  }

  #pressed(event) {
    if (event.defaultPrevented || event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    // A new line begins where this one does, one further in behind a key without a value.
    event.preventDefault();
    const { before } = this.caret;
    const indent = /^\s*(?:- )?/.exec(before)[0].replace('-', ' ');
    const deeper = this.#isYaml ? /:\s*$/.test(before) : /\{\s*$/.test(before);
    this.insert(`\n${indent}${deeper ? (this.#isYaml ? '  ' : '    ') : ''}`);
  }

  #draw() {
    const lines = this.text.split('\n');
    lines.forEach((line, index) => {
      const mark = this.#marks.get(index) ?? '';
      const row = this.#rows[index];
      if (row && row.line === line && row.mark === mark) return;
      const element = rowOf(line, mark, this.#isYaml);
      if (row) row.element.replaceWith(element); else this.#paper.append(element);
      this.#rows[index] = { line, mark, element };
    });
    this.#rows.splice(lines.length);
    while (this.#paper.children.length > lines.length) this.#paper.lastChild.remove();
  }
}

function rowOf(line, mark, isYaml) {
  const parts = line.length > LONGEST_COLOURED ? [{ kind: '', text: line }] : pieces(line, isYaml);
  return h('span', { class: mark ? 'row wrong' : 'row', 'data-mark': mark || null },
    parts.map(({ kind, text }) => (kind ? h('span', { class: `of-${kind}` }, text) : text)));
}
