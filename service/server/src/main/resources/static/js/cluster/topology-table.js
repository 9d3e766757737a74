import { h } from '../dom.js';

/** As `nvidia-smi topo -m` prints it, and which pairs have no access to each other's memory. */
export function topologyTable({ name, gpus, topology }) {
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
