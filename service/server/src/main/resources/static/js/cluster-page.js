import { get, nodePath, post } from './api.js';
import { h, whenChanged } from './dom.js';
import { ago } from './format.js';
import { panel } from './parts.js';
import { poll } from './polling.js';

const PERIOD = 2000;
const TONES = { READY: 'good', UNPROBED: 'waiting', UNREACHABLE: 'bad', UNREADABLE: 'bad' };

/** The nodes: whether jobs may start there, what they are made of, who holds what. */
export function showCluster(main, signal) {
  document.title = 'Cluster · GPU RMA';
  const list = h('div', { class: 'nodes' });
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  main.append(h('h1', {}, 'Cluster'), problem, list);

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
  const show = whenChanged(list, (nodes) => nodes.map((node) => nodeOf(node, act)));
  const refresh = poll(async () => show((await get('/api/v1/cluster', signal)).nodes), PERIOD, signal);
}

function nodeOf(node, act) {
  return panel(node.name, { 'data-node': node.name },
    h('div', { class: 'node-state' },
      h('span', { class: `pill tone-${tone(node)}` }, word(node)),
      node.reason ? h('span', { class: 'reason' }, node.reason) : null,
      node.drainedSince ? h('span', { class: 'muted' }, ago(node.drainedSince)) : null,
      node.drainedSince ? resumeButton(node, act) : drainForm(node, act)),
    h('p', { class: 'muted' }, made(node)),
    node.gpus.length ? h('div', { class: 'scroll' }, gpuTable(node)) : null,
    node.topology && node.gpus.length > 1 ? h('div', { class: 'scroll' }, topologyTable(node)) : null);
}

function tone(node) {
  return node.drainedSince ? 'stopped' : TONES[node.condition];
}

function word(node) {
  return node.drainedSince ? 'drained' : node.condition.toLowerCase();
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
    h('button', { type: 'submit', class: 'quiet', title: 'No new jobs start there; those that run go on' }, 'Drain'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    act(`${nodePath(node.name)}/drain`, { reason: reason.value });
  });
  return form;
}

function resumeButton(node, act) {
  return h('button', { type: 'button', class: 'quiet', onclick: () => act(`${nodePath(node.name)}/resume`) }, 'Resume');
}

function gpuTable(node) {
  return h('table', { class: 'gpus' },
    h('caption', { class: 'visually-hidden' }, `GPUs of ${node.name}`),
    h('thead', {}, h('tr', {},
      ['GPU', 'Model', 'Memory', 'Held by', 'Cores', 'NIC'].map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', {}, node.gpus.map(gpuRow)));
}

function gpuRow(gpu) {
  return h('tr', {},
    h('th', { scope: 'row', class: 'gpu-uuid' }, gpu.uuid),
    h('td', {}, gpu.name),
    h('td', { class: 'number' }, gpu.memoryMiB ? `${(gpu.memoryMiB / 1024).toFixed(0)} GiB` : '–'),
    h('td', {}, holder(gpu)),
    h('td', {}, gpu.heldCores ?? ''),
    h('td', {}, gpu.heldNic ?? ''));
}

function holder(gpu) {
  if (gpu.unusable) return h('span', { class: 'muted' }, gpu.unusable);
  if (!gpu.heldBy) return h('span', { class: 'muted' }, 'free');
  return h('a', { href: `/jobs/${encodeURIComponent(gpu.heldBy)}`, 'data-route': true }, gpu.heldBy);
}

/** As `nvidia-smi topo -m` prints it, and which pairs have no access to each other's memory. */
function topologyTable({ name, gpus, topology }) {
  const titles = [...gpus.keys()].map((index) => `GPU${index}`);
  return h('table', { class: 'topology' },
    h('caption', { class: 'visually-hidden' }, `How the GPUs of ${name} are connected`),
    h('thead', {}, h('tr', {}, h('td', {}),
      [...titles, ...topology.nics, 'CPUs'].map((title) => h('th', { scope: 'col' }, title)))),
    h('tbody', {}, titles.map((title, row) => h('tr', {}, h('th', { scope: 'row' }, title),
      topology.links[row].map((link, column) => linkCell(link, topology.peers[row][column])),
      topology.nicLinks[row].map((link) => linkCell(link, true)),
      h('td', {}, topology.nearCpus[row] || 'any')))));
}

function linkCell(link, peer) {
  return h('td', peer ? {} : { class: 'no-peer', title: 'no access to each other’s memory' }, link);
}
