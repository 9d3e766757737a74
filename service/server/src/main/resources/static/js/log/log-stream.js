const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;

/**
 * Reads a job's log by server-sent events, that of its first attempt first. Each connection asks for
 * what lies behind the last line that arrived, so no line is lost and none comes twice, also across
 * a restart of the service.
 */
export class LogStream {
  #path;
  #handlers;
  #attempt = 1;
  #cursor = null;
  #failures = 0;
  #source;
  #timer;

  /** handlers: line(line), ended(state), connection('live' | 'broken'). */
  constructor(path, handlers) {
    this.#path = path;
    this.#handlers = handlers;
  }

  start() {
    const after = this.#cursor === null ? '' : `&after=${encodeURIComponent(this.#cursor)}`;
    const source = new EventSource(`${this.#path}?follow=true&attempt=${this.#attempt}${after}`);
    this.#source = source;
    source.addEventListener('open', () => {
      this.#failures = 0;
      this.#handlers.connection('live');
    });
    source.addEventListener('log', (event) => {
      this.#cursor = event.lastEventId;
      this.#handlers.line(this.#named(JSON.parse(event.data)));
    });
    source.addEventListener('end', (event) => {
      this.stop();
      const { state, nextAttempt } = JSON.parse(event.data);
      if (nextAttempt) this.#goOnWith(nextAttempt); else this.#handlers.ended(state);
    });
    // The browser's own way of trying again gives up for good on an answer such as 503.
    source.addEventListener('error', () => this.#tryAgain());
  }

  stop() {
    this.#source?.close();
    clearTimeout(this.#timer);
  }

  #goOnWith(attempt) {
    this.#attempt = attempt;
    this.#cursor = null;
    this.start();
  }

  /** Each attempt counts its lines from 1. */
  #named(line) {
    return this.#attempt === 1 ? line : { ...line, cursor: `${this.#attempt}.${line.cursor}` };
  }

  #tryAgain() {
    this.stop();
    this.#handlers.connection('broken');
    const pause = Math.min(FIRST_PAUSE * 2 ** this.#failures, LONGEST_PAUSE);
    this.#failures += 1;
    this.#timer = setTimeout(() => this.start(), pause);
  }
}
