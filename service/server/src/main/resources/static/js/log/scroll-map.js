/** Browsers scroll so far and no further (Firefox: 17.8 million pixels). */
const LONGEST = 15_000_000;
/** So far from both ends a pixel of the scroll bar is a pixel of the content. */
const EDGE = 300_000;

/**
 * From where the scroll bar stands to what is in sight of a content that may be longer than any
 * element can be: exact near both ends, compressed between.
 */
export class ScrollMap {
  #content = 0;
  #viewport = 0;

  /** Both in pixels. */
  resize(content, viewport) {
    this.#content = content;
    this.#viewport = viewport;
  }

  /** Height of the element that is scrolled. */
  get space() {
    return Math.min(this.#content, LONGEST);
  }

  get isCompressed() {
    return this.#content > LONGEST;
  }

  get lastPosition() {
    return Math.max(0, this.#content - this.#viewport);
  }

  get #lastTop() {
    return Math.max(0, this.space - this.#viewport);
  }

  /** Pixel of the content at the top, for a position of the scroll bar. */
  positionAt(top) {
    if (!this.isCompressed || top <= EDGE) return Math.min(top, this.lastPosition);
    const fromEnd = this.#lastTop - top;
    if (fromEnd <= EDGE) return this.lastPosition - Math.max(0, fromEnd);
    return EDGE + (top - EDGE) * this.#stretch;
  }

  /** The reverse. */
  topAt(position) {
    if (!this.isCompressed || position <= EDGE) return position;
    const fromEnd = this.lastPosition - position;
    if (fromEnd <= EDGE) return this.#lastTop - fromEnd;
    return EDGE + (position - EDGE) / this.#stretch;
  }

  get #stretch() {
    return (this.lastPosition - 2 * EDGE) / (this.#lastTop - 2 * EDGE);
  }
}
