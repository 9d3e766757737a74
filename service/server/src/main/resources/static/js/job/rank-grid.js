import { h } from '../dom.js';
import { duration } from '../format.js';
import { hasEnded } from '../states.js';

/** Milliseconds for which a rank that spoke is alight. */
const ACTIVE_FOR = 500;
/** More ranks of one process are small squares without their numbers. */
const MOST_NUMBERED = 48;

/** A button a rank, coloured by how it stands or by how long it has waited. */
export class RankGrid {
  #selection;
  #buttons = new Map();
  #active = new Set();
  #rest;
  #status = { state: 'STARTING' };
  #waits = [];
  #longest = 0;
  #colour = 'state';

  constructor(selection) {
    this.#selection = selection;
    selection.addEventListener('change', () => this.#showAll());
  }

  forget() {
    this.#buttons.clear();
  }

  group(ranks, label) {
    const density = ranks.length > MOST_NUMBERED ? 'dense' : '';
    const group = h('div', { class: `rank-grid ${density}`, role: 'group', 'aria-label': label });
    for (const rank of ranks) {
      const button = h('button', { type: 'button', class: 'rank' }, String(rank));
      button.addEventListener('click', (event) =>
        this.#selection.toggle(rank, event.ctrlKey || event.metaKey || event.shiftKey));
      button.addEventListener('keydown', (event) => this.#move(event, rank));
      this.#buttons.set(rank, button);
      group.append(button);
      this.#show(rank);
    }
    return group;
  }

  /** By 'state' or by 'wait'. */
  colourBy(colour) {
    this.#colour = colour;
    this.#showAll();
  }

  /** status of the job. */
  set state(status) {
    const isNew = status.state !== this.#status.state || status.failure?.rank !== this.#status.failure?.rank;
    this.#status = status;
    if (isNew) this.#showAll();
  }

  /** Seconds that each rank has waited, in the order of the ranks. */
  set waits(waits) {
    this.#waits = waits;
    this.#longest = Math.max(0, ...waits);
    if (this.#colour === 'wait') this.#showAll();
  }

  get legend() {
    if (this.#colour === 'state') return this.#word(null);
    return this.#longest ? `longest: ${duration(this.#longest * 1000)}` : 'no rank has waited yet';
  }

  /** Takes note of new log lines. */
  note(lines) {
    for (const { rank } of lines) {
      if (rank === null || rank === undefined || this.#active.has(rank)) continue;
      this.#active.add(rank);
      this.#buttons.get(rank)?.classList.add('active');
    }
    this.#rest ??= setTimeout(() => this.#calmDown(), ACTIVE_FOR);
  }

  #calmDown() {
    this.#rest = undefined;
    this.#active.forEach((rank) => this.#buttons.get(rank)?.classList.remove('active'));
    this.#active.clear();
  }

  #showAll() {
    this.#buttons.forEach((_, rank) => this.#show(rank));
  }

  #show(rank) {
    const button = this.#buttons.get(rank);
    const waited = this.#waits[rank] ?? 0;
    const word = this.#word(rank);
    const label = `Rank ${rank}, ${word}${this.#waits.length ? `, waited ${duration(waited * 1000)}` : ''}`;
    button.dataset.state = word;
    button.dataset.colour = this.#colour;
    button.style.setProperty('--share', this.#longest ? (waited / this.#longest).toFixed(3) : '0');
    button.setAttribute('aria-pressed', String(this.#selection.has(rank)));
    button.setAttribute('aria-label', label);
    button.title = label;
    button.tabIndex = this.#isEntry(rank) ? 0 : -1;
  }

  #word(rank) {
    const { state, failure } = this.#status;
    if (rank !== null && failure?.rank === rank) return 'failed';
    if (state === 'SUCCEEDED' || state === 'FINISHING') return 'done';
    return hasEnded(state) ? 'ended' : 'running';
  }

  /** One rank is reached by Tab, the others from there by the arrow keys. */
  #isEntry(rank) {
    const { ranks } = this.#selection;
    return ranks.size ? rank === Math.min(...ranks) : rank === this.#buttons.keys().next().value;
  }

  #move(event, rank) {
    const target = {
      ArrowRight: rank + 1, ArrowDown: rank + 1, ArrowLeft: rank - 1, ArrowUp: rank - 1,
      Home: Math.min(...this.#buttons.keys()), End: Math.max(...this.#buttons.keys()),
    }[event.key];
    const button = this.#buttons.get(target);
    if (button) {
      event.preventDefault();
      button.focus();
    }
  }
}
