const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;

/**
 * Follows an attempt's log by server-sent events. Each connection asks for what lies behind the last
 * line that arrived, so no line is lost and none comes twice, also across a restart of the service.
 */
export class LogStream {
  #query;
  #handlers;
  #cursor;
  #failures = 0;
  #source;
  #timer;

  /**
   * query: a LineQuery; after: cursor to begin behind. handlers: line(JSON text),
   * ended({state, nextAttempt}), connection('live' | 'broken').
   */
  constructor(query, after, handlers) {
    this.#query = query;
    this.#cursor = after;
    this.#handlers = handlers;
  }

  start() {
    const source = new EventSource(this.#query.follow(this.#cursor));
    this.#source = source;
    source.addEventListener('open', () => {
      this.#failures = 0;
      this.#handlers.connection('live');
    });
    const line = (event) => {
      this.#cursor = event.lastEventId;
      this.#handlers.line(event.data);
    };
    source.addEventListener('log', line);
    // What is missing is a line, too.
    source.addEventListener('gap', line);
    source.addEventListener('end', (event) => {
      this.stop();
      this.#handlers.ended(JSON.parse(event.data));
    });
    // The browser's own way of trying again gives up for good on an answer such as 503.
    source.addEventListener('error', () => this.#tryAgain());
  }

  stop() {
    this.#source?.close();
    clearTimeout(this.#timer);
  }

  #tryAgain() {
    this.stop();
    this.#handlers.connection('broken');
    const pause = Math.min(FIRST_PAUSE * 2 ** this.#failures, LONGEST_PAUSE);
    this.#failures += 1;
    this.#timer = setTimeout(() => this.start(), pause);
  }
}
