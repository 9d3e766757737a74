import { h, whenChanged } from '../dom.js';
import { count } from '../format.js';
import { parseRanks, ranksText } from '../job/rank-set.js';

const CONNECTIONS = {
  reading: 'reading …',
  live: 'live',
  broken: 'connection lost, trying again',
  ended: 'complete',
};
/** Milliseconds without a key after which a text is searched for. */
const PAUSE = 250;

const CHANNELS = [['', 'All channels'], ['rank', 'Ranks'], ['compiler', 'Compiler'], ['launcher', 'Launcher'], ['service', 'Service']];
const LEVELS = [['', 'All levels'], ['warning,error', 'Warnings, errors'], ['error', 'Errors'], ['debug', 'Debug']];

/** What stands above the log. acts: filter(), find(step), textChanged(), follow(), attempt(number). */
export function logTools(selection, acts) {
  const text = h('input', { type: 'search', placeholder: 'Search', 'aria-label': 'Search the log', 'aria-keyshortcuts': '/', title: 'Search ( / ), next ( n ), previous ( N )' });
  const only = toggle('Only matches', 'Show only lines with the text');
  const back = step('Previous match', '↑', -1, acts);
  const on = step('Next match', '↓', 1, acts);
  const match = h('span', { class: 'muted match', role: 'status' });
  const channel = select('Channel', CHANNELS);
  const level = select('Level', LEVELS);
  const place = select('Node or GPU', [['', 'All GPUs']]);
  const ranks = rankField(selection);
  const chip = h('button', { type: 'button', class: 'chip', hidden: true, onclick: () => selection.set([]) });
  const attempts = select('Attempt', []);
  const follow = toggle('Follow', 'Stay at the end of the log ( f )');
  follow.setAttribute('aria-keyshortcuts', 'f');
  follow.setAttribute('aria-pressed', 'true');
  const download = h('a', {}, 'Download');
  const connection = h('span', { class: 'stream', role: 'status' });
  const lines = h('span', { class: 'muted line-count' });
  let all = 0;
  let shown = { length: 0, isAll: true };

  listen();
  showRanks();
  const showOptions = whenChanged(place, (options) => options.map(([value, label]) => h('option', { value }, label)));
  const showTries = whenChanged(attempts, (last) =>
    Array.from({ length: last }, (_, index) => h('option', { value: index + 1 }, `Attempt ${index + 1}`)));

  return {
    element: h('div', { class: 'log-tools', role: 'toolbar', 'aria-label': 'Log' },
      h('div', { class: 'log-search' }, text, back, on, only, match),
      h('div', { class: 'log-filters' }, ranks, channel, level, place, attempts, chip),
      h('div', { class: 'log-state' }, connection, lines, follow, download)),
    onEmpty() {},
    get text() { return text.value.trim(); },
    get onlyMatches() { return only.getAttribute('aria-pressed') === 'true'; },
    get channel() { return channel.value; },
    get level() { return level.value; },
    get place() {
      if (!place.value) return null;
      const [kind, ...name] = place.value.split(':');
      return { kind, name: name.join(':') };
    },
    focusSearch() { text.focus(); text.select(); },
    showFollow(follows) { follow.setAttribute('aria-pressed', String(follows)); },
    showConnection(state) {
      connection.textContent = CONNECTIONS[state];
      connection.dataset.state = state;
      follow.hidden = state === 'ended';
    },
    showDownload(href, name) {
      download.href = href;
      download.download = name;
    },
    showMatch(found) {
      if (!found) match.textContent = '';
      else if (found.problem) match.textContent = found.problem;
      else match.textContent = found.number ? `${number(found.number)} of ${number(found.total)}` : 'no match';
    },
    showAttempts(last, current) {
      attempts.hidden = last < 2;
      showTries(last);
      attempts.value = current;
    },
    showPlaces(processes) {
      place.hidden = processes.length < 2;
      const chosen = place.value;
      showOptions(placesOf(processes));
      place.value = chosen;
    },
    showAll(total) {
      all = Math.max(all, total);
      showCount();
    },
    showCount(length, isAll) {
      shown = { length, isAll };
      showCount();
    },
  };

  function listen() {
    let timer;
    text.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(acts.textChanged, PAUSE);
    });
    text.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      acts.find(event.shiftKey ? -1 : 1);
    });
    only.addEventListener('click', () => {
      only.setAttribute('aria-pressed', String(only.getAttribute('aria-pressed') !== 'true'));
      acts.filter();
    });
    for (const each of [channel, level, place]) each.addEventListener('change', acts.filter);
    attempts.addEventListener('change', () => acts.attempt(Number(attempts.value)));
    follow.addEventListener('click', acts.follow);
    selection.addEventListener('change', showRanks);
  }

  function showRanks() {
    chip.hidden = selection.ranks.size === 0;
    const named = ranksText(selection.ranks);
    chip.textContent = `rank ${named} ×`;
    chip.setAttribute('aria-label', `Only rank ${named}; show all ranks again`);
  }

  function showCount() {
    const total = count(Math.max(all, shown.isAll ? shown.length : 0), 'line');
    lines.textContent = shown.isAll ? total : `${number(shown.length)} of ${total}`;
  }
}

function number(value) {
  return value.toLocaleString('en');
}

function toggle(label, title) {
  return h('button', { type: 'button', class: 'quiet', 'aria-pressed': 'false', title }, label);
}

function step(label, sign, by, acts) {
  return h('button', { type: 'button', class: 'quiet', 'aria-label': label, title: label, onclick: () => acts.find(by) }, sign);
}

function select(label, options) {
  return h('select', { 'aria-label': label }, options.map(([value, name]) => h('option', { value }, name)));
}

/** Ranks by number, for many of them and for the keyboard. */
function rankField(selection) {
  const field = h('input', { type: 'text', class: 'ranks', placeholder: 'Ranks: 0-7,12', 'aria-label': 'Show only these ranks, as in 0-7,12' });
  field.addEventListener('change', () => {
    const wanted = parseRanks(field.value);
    field.setCustomValidity(wanted ? '' : 'Numbers and ranges, as in 0-7,12');
    field.reportValidity();
    if (wanted) selection.set(wanted);
  });
  selection.addEventListener('change', () => { field.value = ranksText(selection.ranks); });
  field.value = ranksText(selection.ranks);
  return field;
}

function placesOf(processes) {
  const nodes = [...new Set(processes.map(({ node }) => node).filter(Boolean))];
  return [
    ['', 'All GPUs'],
    ...(nodes.length > 1 ? nodes.map((node) => [`node:${node}`, `Node ${node}`]) : []),
    ...processes.map(({ index, gpu }) => [`gpu:${gpu}`, `Process ${index}: ${gpu}`]),
  ];
}
