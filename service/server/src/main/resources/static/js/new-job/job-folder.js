export const SPEC = 'job.yaml';

const TEXT = /\.(ya?ml|cu|cuh|h|hpp|hh|inc|inl|java|md|txt|json|csv)$/i;
const LARGEST_TEXT = 1 << 20;

/** The job that is being written: its spec and the files that go with it. */
export class JobFolder extends EventTarget {
  #files = new Map();

  /** [{name, bytes, isText}], the spec first. */
  get files() {
    return [...this.#files].map(([name, { blob, text }]) => ({
      name, bytes: text === undefined ? blob.size : new Blob([text]).size, isText: text !== undefined,
    }));
  }

  get bytes() {
    return this.files.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Of a file that is text. */
  text(name) {
    return this.#files.get(name)?.text;
  }

  setText(name, text) {
    this.#files.set(name, { text });
  }

  /** Puts other files in place of all: [{name, blob}]. */
  async replace(files) {
    this.#files.clear();
    await this.add(files);
  }

  async add(files) {
    for (const { name, blob } of files) {
      const isText = TEXT.test(name) && blob.size <= LARGEST_TEXT;
      this.#files.set(name, isText ? { text: await blob.text() } : { blob });
    }
    this.dispatchEvent(new Event('change'));
  }

  remove(name) {
    this.#files.delete(name);
    this.dispatchEvent(new Event('change'));
  }

  /** As a submission; held: it waits until it is released. */
  form({ held = false } = {}) {
    const form = new FormData();
    form.append('spec', new Blob([this.text(SPEC) ?? ''], { type: 'application/yaml' }), SPEC);
    for (const [name, { text, blob }] of this.#files) {
      if (name !== SPEC) form.append('file', blob ?? new Blob([text]), name);
    }
    if (held) form.append('hold', 'true');
    return form;
  }
}
