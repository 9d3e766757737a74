import { h } from '../dom.js';
import { lineOf, outline } from './yaml-outline.js';

/** What is wrong with the job, at the fields that are. */
export function problemList(editor, openSpec) {
  const element = h('div', { class: 'problems', role: 'alert' });
  return {
    element,
    /** null: nothing is wrong. */
    show(problem, spec) {
      const places = problem ? placesOf(problem, spec) : [];
      element.replaceChildren(...(problem ? [heading(problem), listOf(places, editor, openSpec)] : []));
      return new Map(places.filter(({ line }) => line !== null).map(({ line, message }) => [line, message]));
    },
  };
}

function heading(problem) {
  return h('h3', {}, problem.errors.length ? problem.title : problem.message);
}

function placesOf({ errors, detail }, spec) {
  const entries = outline(spec);
  const unreadable = /line (\d+)/.exec(detail ?? '');
  if (errors.length === 0 && unreadable) return [{ line: Number(unreadable[1]) - 1, pointer: '', message: detail }];
  return errors.map(({ pointer, message }) => ({ pointer, message, line: pointer ? lineOf(entries, pointer) : null }));
}

function listOf(places, editor, openSpec) {
  return h('ul', {}, places.map(({ line, pointer, message }) => h('li', {},
    line === null ? null : h('button', {
      type: 'button', class: 'quiet',
      onclick: () => {
        openSpec();
        editor.goToLine(line);
      },
    }, `line ${line + 1}`),
    pointer ? h('code', {}, pointer) : null,
    h('span', {}, message))));
}
