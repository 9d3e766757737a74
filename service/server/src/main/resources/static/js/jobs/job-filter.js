import { h } from '../dom.js';

/** Milliseconds without a key after which the list is asked for anew. */
const PAUSE = 300;

const STATES = [
  ['Queued', 'QUEUED'],
  ['Running', 'COMPILING,STARTING,RUNNING,FINISHING'],
  ['Succeeded', 'SUCCEEDED'],
  ['Failed', 'FAILED'],
  ['Cancelled', 'CANCELLED'],
];
const FIELDS = [
  ['name', 'Name', 'Name, in full'],
  ['project', 'Project', 'Project'],
  ['label', 'Label', 'Label: name=value'],
  ['array', 'Array', 'Array'],
];

/** Which jobs are listed. Kept in the address, so it can be shared. */
export class JobFilter {
  element;
  #chips;
  #fields;

  constructor(onChange) {
    const asked = new URLSearchParams(location.search);
    const states = asked.getAll('state').join(',').split(',');
    this.#chips = STATES.map(([label, words]) => chip(label, words, states.includes(words.split(',')[0]), onChange));
    this.#fields = FIELDS.map(([name, label, hint]) => field(name, label, hint, asked.get(name) ?? '', onChange));
    // An array is followed by a link; few type its id.
    const array = this.#fields.at(-1);
    array.hidden = !array.value;
    this.onChange = onChange;
    this.element = h('search', { class: 'job-filter', 'aria-label': 'Which jobs are listed' },
      h('div', { class: 'chips', role: 'group', 'aria-label': 'States' }, this.#chips), this.#fields);
  }

  get isEmpty() {
    return this.query().size === 0;
  }

  /** As parameters of the list. */
  query() {
    const query = new URLSearchParams();
    const states = this.#chips.filter(isPressed).map(({ value }) => value).join(',');
    if (states) query.set('state', states);
    for (const { name, value } of this.#fields) if (value.trim()) query.set(name, value.trim());
    return query;
  }

  address() {
    const query = this.query();
    return query.size ? `/?${query.toString().replaceAll('%2C', ',')}` : '/';
  }

  clear() {
    this.#chips.forEach((each) => each.setAttribute('aria-pressed', 'false'));
    this.#fields.forEach((each) => { each.value = ''; });
    this.onChange();
  }
}

function isPressed(button) {
  return button.getAttribute('aria-pressed') === 'true';
}

function chip(label, words, pressed, onChange) {
  const button = h('button', { type: 'button', class: 'chip', value: words, 'aria-pressed': String(pressed) }, label);
  button.addEventListener('click', () => {
    button.setAttribute('aria-pressed', String(!isPressed(button)));
    onChange();
  });
  return button;
}

function field(name, label, hint, value, onChange) {
  const input = h('input', { type: 'search', name, value, 'aria-label': label, placeholder: hint });
  let timer;
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, PAUSE);
  });
  return input;
}
