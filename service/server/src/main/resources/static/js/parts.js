import { h } from './dom.js';
import { tone } from './states.js';

export function statePill(state) {
  return h('span', { class: `pill tone-${tone(state)}` }, state.toLowerCase());
}

export function panel(title, properties, ...children) {
  const heading = `panel-${title.toLowerCase().replaceAll(/\W+/g, '-')}`;
  return h('section', { ...properties, class: `panel ${properties.class ?? ''}`, 'aria-labelledby': heading },
    h('h2', { id: heading }, title), ...children);
}

/** A text to be taken away, with a button that does it. */
export function copyable(text, label) {
  const code = h('code', {}, text);
  const button = h('button', { type: 'button', class: 'quiet', 'aria-label': `Copy ${label}` }, 'Copy');
  button.addEventListener('click', async () => {
    button.textContent = (await copied(text, code)) ? 'Copied' : 'Selected';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  });
  return h('div', { class: 'copyable' }, h('pre', { tabindex: 0, 'aria-label': label }, code), button);
}

/** Browsers give the clipboard to https and localhost only; elsewhere the text is selected. */
async function copied(text, element) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection().selectAllChildren(element);
    return false;
  }
}

/** Gives an element its rank's colour; the hues of neighbours lie far apart. */
export function colourByRank(element, rank) {
  element.style.setProperty('--hue', ((rank * 137.508) % 360).toFixed(1));
}
