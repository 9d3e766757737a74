const ENDED = new Set(['SUCCEEDED', 'FAILED', 'CANCELLED']);

/** The way of a job that nothing stops. */
export const COURSE = ['QUEUED', 'COMPILING', 'STARTING', 'RUNNING', 'FINISHING', 'SUCCEEDED'];

export function hasEnded(state) {
  return ENDED.has(state);
}

/** One of waiting, busy, good, bad, stopped: what colour a state has. */
export function tone(state) {
  switch (state) {
    case 'QUEUED': return 'waiting';
    case 'SUCCEEDED': return 'good';
    case 'FAILED': return 'bad';
    case 'CANCELLED': return 'stopped';
    default: return 'busy';
  }
}

/** Milliseconds from the job's submission to its end, or to now. */
export function elapsed(job) {
  const end = job.status.endedAt ?? job.status.transitions?.at(-1)?.at;
  const until = hasEnded(job.status.state) && end ? Date.parse(end) : Date.now();
  return until - Date.parse(job.createdAt);
}
