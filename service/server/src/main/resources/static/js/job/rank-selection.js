import { parseRanks, ranksText } from './rank-set.js';

/** The ranks whose lines are looked at; none means all. Kept in the address, so it can be shared. */
export class RankSelection extends EventTarget {
  #ranks = new Set(parseRanks(new URLSearchParams(location.search).get('rank') ?? '') ?? []);

  get ranks() {
    return this.#ranks;
  }

  has(rank) {
    return this.#ranks.has(rank);
  }

  /** Picks one rank alone, or all again where it was picked; with `adding` the others stay. */
  toggle(rank, adding = false) {
    const wasPicked = this.#ranks.has(rank);
    const next = new Set(adding ? this.#ranks : []);
    if (wasPicked) next.delete(rank); else next.add(rank);
    this.set(next);
  }

  set(ranks) {
    this.#ranks = new Set(ranks);
    const query = new URLSearchParams(location.search);
    if (this.#ranks.size) query.set('rank', ranksText(this.#ranks));
    else query.delete('rank');
    const text = query.size ? `?${query.toString().replaceAll('%2C', ',')}` : '';
    history.replaceState(null, '', location.pathname + text + location.hash);
    this.dispatchEvent(new Event('change'));
  }
}
