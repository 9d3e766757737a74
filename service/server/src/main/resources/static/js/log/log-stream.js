import { open } from '../api.js';
import { EventReader } from './event-reader.js';

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;
/** Milliseconds; the service sends something at least every 10 s. A connection that is silent for longer is dead. */
const SILENCE = 35_000;

/**
 * Follows an attempt's log by server-sent events. Each connection asks for what lies behind the last
 * line that arrived, so no line is lost and none comes twice, also across a restart of the service.
 */
export class LogStream {
  #query;
  #handlers;
  #cursor;
  #failures = 0;
  #connection;
  #timer;

  /**
   * query: a LineQuery; after: cursor to begin behind. handlers: lines([JSON text]),
   * ended({state, nextAttempt}), connection('live' | 'broken').
   */
  constructor(query, after, handlers) {
    this.#query = query;
    this.#cursor = after;
    this.#handlers = handlers;
  }

  start() {
    const connection = new AbortController();
    this.#connection = connection;
    this.#follow(connection.signal).catch(() => {}).then(() => {
      if (!connection.signal.aborted) this.#tryAgain();
    });
  }

  stop() {
    this.#connection?.abort();
    clearTimeout(this.#timer);
  }

  async #follow(signal) {
    this.#expectSomething();
    const response = await open(this.#query.follow(this.#cursor), { signal, headers: { Accept: 'text/event-stream' } });
    this.#failures = 0;
    this.#handlers.connection('live');
    const events = new EventReader();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) return;
      this.#expectSomething();
      this.#take(events.take(value));
    }
  }

  #take(events) {
    // A gap stands in the log as a line, too.
    const lines = events.filter(({ kind }) => kind === 'log' || kind === 'gap');
    if (lines.length) {
      this.#cursor = lines.at(-1).id;
      this.#handlers.lines(lines.map(({ data }) => data));
    }
    const end = events.find(({ kind }) => kind === 'end');
    if (end) {
      this.stop();
      this.#handlers.ended(JSON.parse(end.data));
    } else if (events.some(({ kind }) => kind === 'cut')) {
      // For having read too slowly: what was missed comes with the next connection.
      this.stop();
      this.start();
    }
  }

  #expectSomething() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.stop();
      this.#tryAgain();
    }, SILENCE);
  }

  #tryAgain() {
    this.stop();
    this.#handlers.connection('broken');
    const pause = Math.min(FIRST_PAUSE * 2 ** this.#failures, LONGEST_PAUSE);
    this.#failures += 1;
    this.#timer = setTimeout(() => this.start(), pause);
  }
}
