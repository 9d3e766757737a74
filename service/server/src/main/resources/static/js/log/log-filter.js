/** A function that tells whether a line is wanted; null where every line is. */
export function lineFilter(ranks, channel, text) {
  const wanted = text.toLowerCase();
  if (ranks.size === 0 && !channel && !wanted) return null;
  return (line) => (ranks.size === 0 || ranks.has(line.rank))
    && (!channel || line.channel === channel)
    && (!wanted || line.text.toLowerCase().includes(wanted));
}
