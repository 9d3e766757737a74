import { get } from '../api.js';
import { h, whenChanged } from '../dom.js';
import { poll } from '../polling.js';

const PERIOD = 2000;

/** Every GPU as a chip: free, or the job that holds it. */
export function clusterStrip(signal) {
  const strip = h('section', { class: 'cluster', 'aria-label': 'GPUs of the cluster' });
  const show = whenChanged(strip, (nodes) => nodes.map(nodeOf));
  poll(async () => show((await get('/api/v1/cluster', signal)).nodes), PERIOD, signal);
  return strip;
}

function nodeOf(node) {
  return h('div', { class: 'node' },
    h('a', { class: 'node-name', href: '/cluster', 'data-route': true }, node.name),
    node.schedulable ? null : h('span', { class: 'unschedulable', title: node.reason }, node.drainedSince ? 'drained' : node.condition.toLowerCase()),
    h('ul', {}, node.gpus.map(gpuOf)));
}

function gpuOf(gpu) {
  const what = `${gpu.name ?? gpu.uuid}, ${gpu.kind === 'emulated' ? 'emulated' : 'CUDA'}, ${gpu.uuid}`;
  return h('li', { class: gpu.heldBy ? 'held' : 'free', title: what },
    h('span', { class: 'gpu-name' }, gpu.kind === 'emulated' ? gpu.uuid : gpu.name),
    gpu.heldBy
      ? h('a', { href: `/jobs/${encodeURIComponent(gpu.heldBy)}`, 'data-route': true }, gpu.heldBy)
      : h('span', { class: 'muted' }, 'free'));
}
