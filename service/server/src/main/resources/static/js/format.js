/** 0.12 s, 75.3 s, 12 min 5 s: how long something took. */
export function duration(millis) {
  const seconds = Math.max(0, millis) / 1000;
  if (seconds < 10) return `${seconds.toFixed(2)} s`;
  if (seconds < 100) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 100
    ? `${minutes} min ${Math.floor(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** just now, 12 s ago, 5 min ago, 3 h ago, 4 d ago. */
export function ago(iso, now = Date.now()) {
  const seconds = (now - Date.parse(iso)) / 1000;
  if (seconds < 3) return 'just now';
  if (seconds < 100) return `${Math.floor(seconds)} s ago`;
  if (seconds < 6000) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 259200) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor(seconds / 86400)} d ago`;
}

export function kernelTime(millis) {
  if (millis >= 1000) return `${(millis / 1000).toFixed(3)} s`;
  return millis < 10 ? `${millis.toFixed(3)} ms` : `${millis.toFixed(1)} ms`;
}

export function bytes(count) {
  if (count < 1024) return `${count} B`;
  return count < 1024 * 1024
    ? `${(count / 1024).toFixed(1)} KiB`
    : `${(count / 1024 / 1024).toFixed(1)} MiB`;
}

export function count(number, one, many = `${one}s`) {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

/** ILLEGAL_ADDRESS and CheckFailed as words. */
export function words(name) {
  const spaced = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1).toLowerCase();
}

export function clock(iso) {
  return new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
}
