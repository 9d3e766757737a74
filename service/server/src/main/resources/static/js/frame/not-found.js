import { h } from '../dom.js';

export function notFound(main, _signal, what = 'There is no such page.') {
  document.title = 'Not found · GPU RMA';
  main.replaceChildren(h('section', { class: 'empty' },
    h('h1', {}, what),
    h('p', {}, h('a', { href: '/', 'data-route': true }, 'All jobs'))));
}
