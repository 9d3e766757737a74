/**
 * Calls look() now and then every period until the signal aborts or look() returns false. A hidden
 * page rests, a service that does not answer is asked less and less often, a refusal is the end.
 */
export function poll(look, period, signal, onRefused = () => {}) {
  let failures = 0;
  let timer;
  let running = false;

  async function turn() {
    clearTimeout(timer);
    if (running || signal.aborted) return;
    running = true;
    let goOn = true;
    try {
      goOn = (await look()) !== false;
      failures = 0;
    } catch (problem) {
      const mayPass = problem.status === 0 || problem.status >= 500;
      if (!mayPass && !signal.aborted) {
        if (problem.status === undefined) throw problem;
        goOn = false;
        onRefused(problem);
      }
      failures += 1;
    } finally {
      running = false;
    }
    if (goOn && !signal.aborted && !document.hidden) {
      timer = setTimeout(turn, Math.min(period * 2 ** failures, 15_000));
    } else if (!goOn) {
      document.removeEventListener('visibilitychange', turn);
    }
  }

  document.addEventListener('visibilitychange', turn, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  turn();
  return turn;
}
