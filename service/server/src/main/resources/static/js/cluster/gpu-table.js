import { h } from '../dom.js';

/** The GPUs of a node and who holds them. */
export function gpuTable(node) {
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
