import { h } from '../dom.js';
import { count } from '../format.js';
import { colourByRank } from '../parts.js';

const ACTIVE_FOR = 500;
/** More ranks of one process are small squares without their numbers. */
const MOST_NUMBERED = 48;

/** A button a rank: hollow until it first says something, alight while it does. */
export class RankGrid {
  #selection;
  #buttons = new Map();
  #lines = new Map();
  #active = new Set();
  #rest;
  #failed = null;

  constructor(selection) {
    this.#selection = selection;
    selection.addEventListener('change', () => this.#buttons.forEach((_, rank) => this.#show(rank)));
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
      colourByRank(button, rank);
      this.#buttons.set(rank, button);
      group.append(button);
      this.#show(rank);
    }
    return group;
  }

  /** Takes note of new log lines. */
  count(lines) {
    const spoke = new Set();
    for (const { rank } of lines) {
      if (rank !== null && rank !== undefined) {
        this.#lines.set(rank, (this.#lines.get(rank) ?? 0) + 1);
        spoke.add(rank);
      }
    }
    spoke.forEach((rank) => this.#active.add(rank));
    spoke.forEach((rank) => this.#show(rank));
    this.#rest ??= setTimeout(() => this.#calmDown(), ACTIVE_FOR);
  }

  markFailed(rank) {
    if (rank !== this.#failed) {
      this.#failed = rank;
      this.#buttons.forEach((_, each) => this.#show(each));
    }
  }

  #calmDown() {
    this.#rest = undefined;
    const wereActive = [...this.#active];
    this.#active.clear();
    wereActive.forEach((rank) => this.#show(rank));
  }

  #show(rank) {
    const button = this.#buttons.get(rank);
    if (!button) return;
    const lines = this.#lines.get(rank) ?? 0;
    const isFailed = rank === this.#failed;
    button.classList.toggle('has-lines', lines > 0);
    button.classList.toggle('active', this.#active.has(rank));
    button.classList.toggle('failed', isFailed);
    button.setAttribute('aria-pressed', String(this.#selection.has(rank)));
    const label = `Rank ${rank}, ${count(lines, 'line')}${isFailed ? ', failed' : ''}`;
    button.setAttribute('aria-label', label);
    button.title = label;
    button.tabIndex = this.#isEntry(rank) ? 0 : -1;
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
