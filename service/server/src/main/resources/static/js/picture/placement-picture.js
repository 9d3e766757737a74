import { h } from '../dom.js';
import { nodePicture } from './node-picture.js';

/**
 * Where the processes of a job run: on every node its GPUs with their links, cores and NICs.
 *
 * @param processes of a job or a plan
 * @param nodes the cluster's topology; what it does not know is drawn from the processes alone
 */
export function placementPicture(processes, nodes) {
  const byNode = Map.groupBy(processes, ({ node }) => node ?? 'not known yet');
  return h('div', { class: 'placement' }, [...byNode].map(([name, mine]) => {
    const node = withAll(nodes.find((each) => each.name === name), name, mine);
    const label = `Node ${name}: ${mine.map(words).join('; ')}`;
    return h('figure', {}, h('figcaption', {}, name), nodePicture(node, new Map(mine.map((each) => [each.gpu, mark(each)])), label));
  }));
}

function words({ index, gpu, cores, nic }) {
  return `process ${index} on GPU ${gpu}${cores ? `, cores ${cores}` : ''}${nic ? `, NIC ${nic}` : ''}`;
}

function mark({ index, cores, nic, rankStart, rankCount, pid }) {
  const ranks = rankCount ? `ranks ${rankStart}–${rankStart + rankCount - 1}` : '';
  return {
    title: `Process ${index}${pid ? ` · pid ${pid}` : ''}`,
    words: [ranks, `${cores ? `cores ${cores}` : 'any core'}${nic ? ` · ${nic}` : ''}`].filter(Boolean),
    cpus: cores,
    nic,
  };
}

/** GPUs that are gone from the cluster by now were there when the job ran. */
function withAll(known, name, processes) {
  const node = known ?? { name, numaNodes: [], gpus: [], nics: [], islands: [], gpuLinks: [] };
  const there = new Set(node.gpus.map(({ uuid }) => uuid));
  const missing = processes.filter(({ gpu }) => !there.has(gpu)).map(({ gpu, gpuName }, at) => ({
    index: node.gpus.length + at, uuid: gpu, name: gpuName ?? '', numaNode: node.numaNodes[0]?.index ?? null, unusable: null,
  }));
  return { ...node, gpus: [...node.gpus, ...missing] };
}
