const MOST = 100_000;

/** The ranks of a text such as 0-7,12; null where it is none. */
export function parseRanks(text) {
  const ranks = [];
  for (const part of text.split(',').map((each) => each.trim()).filter(Boolean)) {
    const [, first, last = first] = /^(\d{1,7})(?:\s*-\s*(\d{1,7}))?$/.exec(part) ?? [];
    if (first === undefined || Number(last) < Number(first) || Number(last) - Number(first) > MOST) return null;
    for (let rank = Number(first); rank <= Number(last); rank += 1) ranks.push(rank);
  }
  return ranks;
}

/** Such a text, neighbours as ranges. */
export function ranksText(ranks) {
  const sorted = [...ranks].sort((a, b) => a - b);
  const parts = [];
  for (let from = 0; from < sorted.length;) {
    let to = from;
    while (sorted[to + 1] === sorted[to] + 1) to += 1;
    if (to > from + 1) parts.push(`${sorted[from]}-${sorted[to]}`);
    else parts.push(...sorted.slice(from, to + 1));
    from = to + 1;
  }
  return parts.join(',');
}
