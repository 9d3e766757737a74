import { get, nodePath, post } from '../api.js';
import { h, whenChanged } from '../dom.js';
import { ago, count } from '../format.js';
import { panel } from '../parts.js';
import { nodePicture } from '../picture/node-picture.js';
import { poll } from '../polling.js';
import { gpuTable } from './gpu-table.js';
import { topologyTable } from './topology-table.js';

const PERIOD = 2000;
const TONES = { READY: 'good', UNPROBED: 'waiting', UNREACHABLE: 'bad', UNREADABLE: 'bad' };

/** The nodes: whether jobs may start there, what they are made of, who holds what. */
export function show(main, signal) {
  document.title = 'Cluster · GPU RMA';
  const list = h('div', { class: 'nodes' });
  const summary = h('p', { class: 'muted' });
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  main.append(h('div', { class: 'page-title' }, h('h1', {}, 'Cluster'), summary), problem, list);
  const panels = new Map();

  const act = async (path, body) => {
    try {
      await post(path, body);
      problem.hidden = true;
    } catch (refusal) {
      problem.textContent = refusal.message;
      problem.hidden = false;
    }
    refresh();
  };
  const refresh = poll(async () => {
    const [cluster, topology] = await Promise.all([get('/api/v1/cluster', signal), get('/api/v1/cluster/topology', signal)]);
    summary.textContent = inWords(cluster.nodes);
    for (const node of cluster.nodes) {
      if (!panels.has(node.name)) panels.set(node.name, nodePanel(node.name, act));
      panels.get(node.name).update(node, topology.nodes.find(({ name }) => name === node.name));
    }
    const elements = cluster.nodes.map(({ name }) => panels.get(name).element);
    if (elements.some((element, index) => list.children[index] !== element)) list.replaceChildren(...elements);
  }, PERIOD, signal);
}

function inWords(nodes) {
  const gpus = nodes.flatMap((node) => node.gpus);
  const free = nodes.filter(({ schedulable }) => schedulable).flatMap((node) => node.gpus).filter(({ heldBy, unusable }) => !heldBy && !unusable);
  return `${count(gpus.length, 'GPU')} on ${count(nodes.length, 'node')}, ${free.length} free`;
}

/** Its parts are made anew only when they change: what is typed as a reason stays. */
function nodePanel(name, act) {
  const state = h('div', { class: 'node-state' });
  const words = h('p', { class: 'muted' });
  const picture = h('div', { class: 'placement' });
  const tables = h('div', {});
  const element = panel(name, { 'data-node': name }, state, words, picture, tables);
  const showState = whenChanged(state, stateOf);
  const showPicture = whenChanged(picture, (topology) => (topology?.gpus.length ? nodePicture(topology, holders(topology), label(topology)) : null));
  const showTables = whenChanged(tables, (node) => (node.gpus.length
    ? h('details', { open: node.gpus.length <= 8 }, h('summary', {}, 'GPUs and links as tables'),
      scrolled('GPUs', name, gpuTable(node)),
      node.topology && node.gpus.length > 1 ? scrolled('Links', name, topologyTable(node)) : null)
    : null));
  return {
    element,
    update(node, topology) {
      showState({ name, condition: node.condition, reason: node.reason, drainedSince: node.drainedSince });
      words.textContent = made(node);
      showPicture(topology ?? null);
      showTables({ name, gpus: node.gpus, topology: node.topology });
    },
  };

  function stateOf({ condition, reason, drainedSince }) {
    const node = { name, condition, drainedSince };
    return [
      h('span', { class: `pill tone-${drainedSince ? 'stopped' : TONES[condition]}` }, drainedSince ? 'drained' : condition.toLowerCase()),
      reason ? h('span', { class: 'reason' }, reason) : null,
      drainedSince ? h('span', { class: 'muted' }, ago(drainedSince)) : null,
      drainedSince ? resumeButton(node, act) : drainForm(node, act),
    ];
  }
}

function scrolled(what, name, table) {
  return h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': `${what} of ${name}` }, table);
}

function holders({ gpus }) {
  return new Map(gpus.filter(({ heldBy }) => heldBy).map((gpu) => [gpu.uuid, {
    title: gpu.heldBy,
    href: `/jobs/${encodeURIComponent(gpu.heldBy)}`,
    words: [gpu.heldCores ? `cores ${gpu.heldCores}` : 'any core', gpu.heldNic ?? ''],
    cpus: gpu.heldCores,
    nic: gpu.heldNic,
  }]));
}

function label({ name, gpus, islands }) {
  const groups = islands.map(({ kind, gpus: members }) => `${kind}: GPUs ${members.join(', ')}`).join('; ');
  const held = gpus.filter(({ heldBy }) => heldBy).map(({ index, heldBy }) => `GPU ${index} held by ${heldBy}`).join('; ');
  return [`Node ${name}: ${gpus.length} GPUs`, groups, held].filter(Boolean).join('. ');
}

function made(node) {
  const sides = node.numaNodes.map(({ index, cpus }) => `NUMA node ${index}: CPUs ${cpus}`);
  const nics = node.nics.map(({ name, rate }) => (rate && rate !== '-1' ? `${name} (${rate})` : name));
  return [node.ssh ? `over ssh: ${node.ssh}` : 'this machine', ...sides, nics.length ? `NICs: ${nics.join(', ')}` : 'no NICs']
    .join(' · ');
}

function drainForm(node, act) {
  const reason = h('input', { type: 'text', maxlength: 500, placeholder: 'why', 'aria-label': `Why ${node.name} is drained` });
  const form = h('form', { class: 'drain' }, reason,
    h('button', { type: 'submit', title: 'No new jobs start there; those that run go on' }, 'Drain'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    act(`${nodePath(node.name)}/drain`, { reason: reason.value });
  });
  return form;
}

function resumeButton(node, act) {
  return h('button', { type: 'button', onclick: () => act(`${nodePath(node.name)}/resume`) }, 'Resume');
}
