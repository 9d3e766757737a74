import { jobPath } from '../api.js';
import { h } from '../dom.js';
import { count } from '../format.js';
import { panel } from '../parts.js';
import { lineFilter } from './log-filter.js';
import { LogStore } from './log-store.js';
import { LogStream } from './log-stream.js';
import { LogView } from './log-view.js';

/** The job's log as it comes, with the means to look at a part of it. */
export function logPanel(id, selection, signal, onEnded) {
  const store = new LogStore();
  const tools = toolbar(id, selection);
  const view = new LogView(store, { onPick: pick, onFollow: (follows) => tools.showFollow(follows) });
  const element = panel('Log', { class: 'log' }, tools.element, view.element);
  let linesWatcher = () => {};
  let pending = [];
  let linked = decodeURIComponent(location.hash.match(/^#L(.+)$/)?.[1] ?? '') || null;

  /** Lines are taken in once a frame: thousands a second cost no more than a few. */
  function take() {
    if (pending.length === 0) return;
    const lines = pending;
    pending = [];
    store.add(lines);
    linesWatcher(lines);
    if (linked && view.pick(linked)) linked = null;
    refresh();
  }

  function refresh() {
    view.refresh();
    tools.showCount(store);
  }

  function applyFilter() {
    store.filterBy(lineFilter(selection.ranks, tools.channel, tools.text));
    refresh();
  }

  function pick(cursor) {
    history.replaceState(null, '', `${location.pathname}${location.search}#L${encodeURIComponent(cursor)}`);
    view.pick(cursor);
  }

  const stream = new LogStream(`${jobPath(id)}/logs`, {
    line: (line) => pending.push(line),
    connection: (state) => tools.showConnection(state),
    ended() {
      take();
      tools.showConnection('ended');
      onEnded();
    },
  });

  selection.addEventListener('change', applyFilter);
  tools.onFilter(applyFilter);
  tools.onFollow(() => { view.follows = !view.follows; });
  return {
    element,
    onLines(watcher) { linesWatcher = watcher; },
    start(job) {
      view.startedAt = job.createdAt;
      applyFilter();
      stream.start();
      const ticker = setInterval(take, 50);
      signal.addEventListener('abort', () => {
        clearInterval(ticker);
        stream.stop();
      });
    },
  };
}

const CONNECTIONS = {
  live: 'live',
  broken: 'connection lost, trying again',
  ended: 'complete',
};

function toolbar(id, selection) {
  const text = h('input', { type: 'search', placeholder: 'Filter text', 'aria-label': 'Show only lines with this text' });
  const channel = h('select', { 'aria-label': 'Show only lines of this channel' },
    [['', 'All channels'], ['rank', 'Ranks'], ['compiler', 'Compiler'], ['launcher', 'Launcher'], ['service', 'Service']]
      .map(([value, label]) => h('option', { value }, label)));
  const ranks = h('button', { type: 'button', class: 'chip', hidden: true, onclick: () => selection.set([]) });
  const follow = h('button', { type: 'button', class: 'quiet', 'aria-pressed': 'true' }, 'Follow');
  const download = h('a', { href: `${jobPath(id)}/logs?follow=false`, download: `${id}.log` }, 'Download');
  const connection = h('span', { class: 'stream', role: 'status' });
  const lines = h('span', { class: 'muted line-count' });

  function showRanks() {
    ranks.hidden = selection.ranks.size === 0;
    const named = [...selection.ranks].sort((a, b) => a - b).join(', ');
    ranks.textContent = `rank ${named} ×`;
    ranks.setAttribute('aria-label', `Only rank ${named}; show all ranks again`);
  }

  selection.addEventListener('change', showRanks);
  showRanks();
  return {
    element: h('div', { class: 'log-tools', role: 'toolbar', 'aria-label': 'Log' },
      text, channel, ranks, connection, lines, follow, download),
    get text() { return text.value.trim(); },
    get channel() { return channel.value; },
    onFilter(act) {
      text.addEventListener('input', act);
      channel.addEventListener('change', act);
    },
    onFollow(act) { follow.addEventListener('click', act); },
    showFollow(follows) { follow.setAttribute('aria-pressed', String(follows)); },
    showConnection(state) {
      connection.textContent = CONNECTIONS[state];
      connection.dataset.state = state;
      follow.hidden = state === 'ended';
    },
    showCount(store) {
      const all = count(store.total, 'line');
      const shown = store.length === store.total ? all : `${store.length.toLocaleString('en')} of ${all}`;
      lines.textContent = store.dropped
        ? `${shown}; the first ${store.dropped.toLocaleString('en')} are in the download only`
        : shown;
    },
  };
}
