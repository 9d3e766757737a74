import { get, jobPath } from '../api.js';
import { poll } from '../polling.js';

const PERIOD = 2000;

/** Reads the counters of a job while it runs, and once more when it has ended. */
export function watchCounters(id, signal, onReport) {
  let isLast = false;
  const refresh = poll(async () => {
    const report = await get(`${jobPath(id)}/counters`, signal);
    onReport(report);
    return report.live && !isLast;
  }, PERIOD, signal);
  return {
    ended() {
      isLast = true;
      refresh();
    },
  };
}
