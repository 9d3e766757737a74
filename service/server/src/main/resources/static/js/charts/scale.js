/** Round steps of 1, 2 or 5 that cut a range into about so many parts. */
export function ticks(from, to, about) {
  const rough = (to - from) / about || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((each) => each * power >= rough) * power;
  const all = [];
  for (let at = Math.ceil(from / step) * step; at <= to + step * 1e-9; at += step) all.push(Math.abs(at) < step * 1e-9 ? 0 : at);
  return all;
}

/** Powers of ten, or of two where there are few of those. */
export function logTicks(from, to) {
  const base = to / from > 1000 ? 10 : 2;
  const all = [];
  for (let power = Math.ceil(Math.log(from) / Math.log(base)); base ** power <= to * 1.0001; power += 1) all.push(base ** power);
  const every = Math.ceil(all.length / 8);
  return all.filter((_, index) => index % every === 0);
}

/** 1.2 M, 34 k, 0.56, 7.8 µ: three digits and a prefix. */
export function si(value, unit = '') {
  if (value === 0 || !Number.isFinite(value)) return `0${unit ? ` ${unit}` : ''}`;
  if (unit === '%') return `${Number(value.toPrecision(3))} %`;
  const [factor, prefix] = PREFIXES.find(([least]) => Math.abs(value) >= least) ?? PREFIXES.at(-1);
  const text = Number((value / factor).toPrecision(3)).toLocaleString('en', { maximumSignificantDigits: 3 });
  return `${text}${prefix || unit ? ` ${prefix}${unit}` : ''}`;
}

const PREFIXES = [[1e12, 'T'], [1e9, 'G'], [1e6, 'M'], [1e3, 'k'], [1, ''], [1e-3, 'm'], [1e-6, 'µ'], [1e-9, 'n']];
