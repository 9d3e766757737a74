import { get, postForm } from '../api.js';
import { h } from '../dom.js';
import { goTo } from '../frame/router.js';
import { panel } from '../parts.js';
import { startCompletion } from './completion.js';
import { Editor } from './editor.js';
import { listExamples, readExample } from './examples.js';
import { fileTabs } from './file-tabs.js';
import { JobFolder, SPEC } from './job-folder.js';
import { planPreview } from './plan-preview.js';
import { problemList } from './problem-list.js';
import { SchemaHints } from './schema-hints.js';

/** Milliseconds without a key after which the job is planned anew. */
const PAUSE = 700;
/** A job with more bytes is planned when that is asked for only: all of them are sent. */
const MOST_PLANNED_BY_ITSELF = 4 << 20;
const FIRST_EXAMPLE = 'hello-world';

/** Where a job is written, planned and submitted. */
export function show(main, signal) {
  document.title = 'New job · GPU RMA';
  new NewJobPage(main, signal).start();
}

class NewJobPage {
  #signal;
  #folder = new JobFolder();
  #editor = new Editor('Job spec');
  #tabs;
  #problems;
  #plan = planPreview();
  #nodes = [];
  #hints = new SchemaHints({});
  #timer;
  #planning = new AbortController();
  /** One name for all tries to submit the job as it is now. */
  #key = crypto.randomUUID();
  #held = h('input', { type: 'checkbox', id: 'held' });
  #asPlanned = h('input', { type: 'checkbox', id: 'as-planned' });
  #submit = h('button', { type: 'button', class: 'primary' }, 'Submit');
  #examples = h('select', { 'aria-label': 'Example to begin with' });
  #description = h('p', { class: 'muted example-words' });
  #tag = null;

  constructor(main, signal) {
    this.#signal = signal;
    this.#tabs = fileTabs(this.#folder, (name) => this.#open(name));
    this.#problems = problemList(this.#editor, () => this.#tabs.open(SPEC));
    const plan = h('button', { type: 'button', onclick: () => this.#planNow() }, 'Plan');
    main.append(
      h('div', { class: 'page-title' }, h('h1', {}, 'New job'),
        h('label', { class: 'example' }, h('span', { class: 'muted' }, 'Example '), this.#examples)),
      this.#description,
      h('div', { class: 'new-job' },
        h('div', { class: 'write' }, this.#tabs.element, this.#editor.element,
          h('p', { class: 'muted hint' }, 'Ctrl+Space offers what may stand here. Files can be dropped onto the page.')),
        h('div', { class: 'see' },
          h('div', { class: 'submit' }, this.#submit, plan,
            h('label', { for: 'held' }, this.#held, 'hold it'),
            h('label', { for: 'as-planned' }, this.#asPlanned, 'only if it runs as planned')),
          this.#problems.element,
          panel('Plan', {}, this.#plan.element))));
    this.#listen(main);
  }

  async start() {
    const wanted = new URLSearchParams(location.search).get('example') ?? FIRST_EXAMPLE;
    this.#plan.clear('Planning …');
    try {
      const [schema, examples] = await Promise.all([
        get('/api/v1/job-spec.schema.json', this.#signal), listExamples(this.#signal), this.#load(wanted),
      ]);
      this.#hints = new SchemaHints(schema);
      this.#showExamples(examples, wanted);
    } catch (problem) {
      if (!this.#signal.aborted) this.#problems.show(problem, '');
    }
  }

  #listen(main) {
    const signal = this.#signal;
    startCompletion(this.#editor, () => (this.#tabs.current === SPEC ? this.#hints : new SchemaHints({})));
    this.#editor.addEventListener('input', () => {
      this.#folder.setText(this.#tabs.current, this.#editor.text);
      this.#changed();
    });
    this.#folder.addEventListener('change', () => this.#changed());
    this.#submit.addEventListener('click', () => this.#send());
    this.#examples.addEventListener('change', () => {
      history.replaceState(null, '', `/new?example=${encodeURIComponent(this.#examples.value)}`);
      this.#load(this.#examples.value).catch((problem) => this.#problems.show(problem, ''));
      this.#describe();
    });
    main.addEventListener('dragover', (event) => event.preventDefault(), { signal });
    main.addEventListener('drop', (event) => {
      event.preventDefault();
      this.#tabs.take([...event.dataTransfer.files]);
    }, { signal });
    this.#signal.addEventListener('abort', () => {
      clearTimeout(this.#timer);
      this.#planning.abort();
    });
  }

  #showExamples(examples, chosen) {
    this.examples = examples;
    this.#examples.replaceChildren(...examples.map(({ name }) => h('option', { value: name }, name)));
    this.#examples.value = chosen;
    this.#describe();
  }

  #describe() {
    this.#description.textContent = this.examples.find(({ name }) => name === this.#examples.value)?.description ?? '';
  }

  async #load(example) {
    await this.#folder.replace(await readExample(example, this.#signal));
    this.#tabs.open(SPEC);
  }

  #open(name) {
    this.#editor.open(this.#folder.text(name) ?? '', name);
  }

  #changed() {
    this.#key = crypto.randomUUID();
    clearTimeout(this.#timer);
    if (this.#folder.bytes <= MOST_PLANNED_BY_ITSELF) this.#timer = setTimeout(() => this.#planNow(), PAUSE);
  }

  async #planNow() {
    clearTimeout(this.#timer);
    this.#planning.abort();
    this.#planning = new AbortController();
    const { signal } = this.#planning;
    try {
      const [plan, cluster] = await Promise.all([
        postForm('/api/v1/plans', this.#folder.form(), {}, signal), get('/api/v1/cluster/topology', signal),
      ]);
      this.#nodes = cluster.nodes;
      this.#tag = plan.tag;
      this.#show(null);
      this.#plan.show(plan.body, this.#nodes);
    } catch (problem) {
      if (!signal.aborted) this.#refused(problem);
    }
  }

  async #send() {
    clearTimeout(this.#timer);
    this.#submit.disabled = true;
    const headers = { 'Idempotency-Key': this.#key };
    if (this.#asPlanned.checked && this.#tag) headers['If-Match'] = this.#tag;
    try {
      const { body } = await postForm('/api/v1/jobs', this.#folder.form({ held: this.#held.checked }), headers);
      goTo(body.status ? `/jobs/${encodeURIComponent(body.id)}` : `/?array=${encodeURIComponent(body.id)}`);
    } catch (problem) {
      this.#refused(problem);
    } finally {
      this.#submit.disabled = false;
    }
  }

  #refused(problem) {
    this.#show(problem);
    this.#tag = null;
    this.#plan.clear(problem.status === 0 ? 'The service does not answer.' : 'There is no plan for it as it is.');
  }

  #show(problem) {
    const marks = this.#problems.show(problem, this.#folder.text(SPEC) ?? '');
    this.#editor.marks = this.#tabs.current === SPEC ? marks : new Map();
  }
}
