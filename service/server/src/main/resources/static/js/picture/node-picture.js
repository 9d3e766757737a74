import { h, s } from '../dom.js';
import { cpuNumbers } from './cpu-list.js';

const COLUMN = 166;
const GAP = 12;
const PAD = 12;
const BUS = 26;
const GPU = 58;
const PROCESS = 54;
const SQUARE = 9;
/** More CPUs of a NUMA node are named, not drawn. */
const MOST_SQUARES = 96;
const LETTERS = 23;

/**
 * A node: its GPUs and what connects them, NUMA nodes with their CPUs, and NICs.
 *
 * @param node as the topology of the API has it
 * @param marks by the UUID of a GPU: {title, words, tone, href, cpus} of who has it
 * @param label what the picture shows, in words
 */
export function nodePicture(node, marks, label) {
  const columns = columnsOf(node);
  const buses = busesOf(node, columns);
  const hasProcesses = marks.size > 0;
  const top = PAD + (hasProcesses ? PROCESS + 16 : 0);
  const busTop = top + GPU + 10;
  const numaTop = busTop + buses.length * BUS + (buses.length ? 6 : 0);
  const numas = numaBoxes(node, columns, marks, numaTop);
  const width = 2 * PAD + columns.length * (COLUMN + GAP) - GAP;
  const height = Math.max(numaTop, ...numas.map(({ bottom }) => bottom)) + PAD;
  const picture = s('svg', { class: 'node-picture', role: 'img', 'aria-label': label, width, height, viewBox: `0 0 ${width} ${height}` },
    buses.map((bus, level) => drawnBus(bus, busTop + level * BUS, top + GPU)),
    columns.map((gpu, column) => drawnGpu(gpu, left(column), top, marks.get(gpu.uuid), hasProcesses)),
    numas.map(({ drawn }) => drawn));
  return h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': label }, picture);
}

function left(column) {
  return PAD + column * (COLUMN + GAP);
}

/** GPUs side by side, those of one NUMA node together. */
function columnsOf({ gpus }) {
  return [...gpus].sort((a, b) => (a.numaNode ?? 99) - (b.numaNode ?? 99) || a.index - b.index);
}

function busesOf({ islands = [], gpuLinks = [] }, columns) {
  return islands.filter(({ gpus }) => gpus.length > 1).map(({ kind, gpus }) => {
    const words = new Set(gpuLinks.filter(({ from, to }) => gpus.includes(from) && gpus.includes(to)).map(({ word }) => word));
    const peers = gpuLinks.filter(({ from, to }) => gpus.includes(from) && gpus.includes(to));
    return {
      kind,
      columns: columns.flatMap((gpu, column) => (gpus.includes(gpu.index) ? [column] : [])),
      text: `${[...words].join(', ')}${peers.every(({ peer }) => peer) ? '' : ' · no peer access'}`,
    };
  });
}

function drawnBus({ kind, columns, text }, y, gpuBottom) {
  const middle = (column) => left(column) + COLUMN / 2;
  const [from, to] = [middle(columns[0]), middle(columns.at(-1))];
  const name = kind === text ? text : `${kind === 'NVLINK' ? 'NVLink' : kind} · ${text}`;
  return s('g', { class: `bus ${kind.toLowerCase()}` },
    columns.map((column) => s('line', { x1: middle(column), y1: gpuBottom, x2: middle(column), y2: y + 9 })),
    s('line', { class: 'bar', x1: from, y1: y + 9, x2: to, y2: y + 9 }),
    s('rect', { class: 'bus-name', x: (from + to) / 2 - name.length * 3.5 - 6, y: y + 1, width: name.length * 7 + 12, height: 17, rx: 8 }),
    s('text', { x: (from + to) / 2, y: y + 13, 'text-anchor': 'middle' }, name));
}

function drawnGpu(gpu, x, y, mark, hasProcesses) {
  const tone = gpu.unusable ? 'tone-bad' : mark ? `tone-${mark.tone ?? 'busy'}` : '';
  return s('g', { class: `gpu ${mark ? 'taken' : 'spare'} ${tone}` },
    hasProcesses && mark ? drawnProcess(mark, x, y) : null,
    s('rect', { x, y, width: COLUMN, height: GPU, rx: 6 }),
    s('title', {}, `${gpu.uuid}${gpu.unusable ? `, unusable: ${gpu.unusable}` : ''}`),
    s('text', { class: 'name', x: x + 10, y: y + 19 }, `GPU ${gpu.index}`),
    s('text', { x: x + 10, y: y + 35 }, short(gpu.name)),
    s('text', { class: 'id', x: x + 10, y: y + 50 }, short(gpu.uuid)));
}

function drawnProcess({ title, words, href }, x, y) {
  const box = s('g', { class: 'process' },
    s('line', { x1: x + COLUMN / 2, y1: PAD + PROCESS, x2: x + COLUMN / 2, y2: y }),
    s('rect', { x, y: PAD, width: COLUMN, height: PROCESS, rx: 6 }),
    s('text', { class: 'name', x: x + 10, y: PAD + 17 }, short(title)),
    words.slice(0, 2).map((text, line) => s('text', { x: x + 10, y: PAD + 32 + line * 14 }, short(text))));
  return href ? s('a', { href, 'data-route': true, 'aria-label': title }, box) : box;
}

/** NUMA nodes below their GPUs; those without GPUs beside the others. */
function numaBoxes(node, columns, marks, top) {
  const numas = node.numaNodes.length ? node.numaNodes : [{ index: null, cpus: '' }];
  return numas.map((numa) => {
    const mine = columns.flatMap((gpu, column) => ((gpu.numaNode ?? numas[0].index) === numa.index ? [column] : []));
    if (mine.length === 0) return null;
    const x = left(mine[0]);
    const width = left(mine.at(-1)) + COLUMN - x;
    return drawnNuma(numa, nicsOf(node, numa, numas), marks, { x, y: top, width });
  }).filter(Boolean);
}

function nicsOf({ nics }, numa, numas) {
  return nics.filter((nic) => (nic.numaNode ?? numas[0].index) === numa.index);
}

function drawnNuma({ index, cpus }, nics, marks, { x, y, width }) {
  const numbers = cpuNumbers(cpus);
  const taken = new Set([...marks.values()].flatMap((mark) => cpuNumbers(mark.cpus)));
  const perRow = Math.floor((width - 20) / (SQUARE + 2));
  const squares = numbers.length <= MOST_SQUARES ? numbers : [];
  const rows = Math.ceil(squares.length / perRow);
  const nicsTop = y + 26 + rows * (SQUARE + 2) + (rows ? 6 : 0);
  const nicsPerRow = Math.max(1, Math.floor((width - 10) / 150));
  const bottom = nicsTop + Math.ceil(nics.length / nicsPerRow) * 24 + 6;
  const drawn = s('g', { class: 'numa' },
    s('rect', { x, y, width, height: bottom - y, rx: 6 }),
    s('text', { x: x + 10, y: y + 17 }, numbers.length ? `${index === null ? '' : `NUMA ${index} · `}CPUs ${cpus}` : 'CPUs not known'),
    squares.map((cpu, at) => s('rect', {
      class: taken.has(cpu) ? 'cpu taken' : 'cpu',
      x: x + 10 + (at % perRow) * (SQUARE + 2), y: y + 24 + Math.floor(at / perRow) * (SQUARE + 2), width: SQUARE, height: SQUARE, rx: 2,
    }, s('title', {}, `CPU ${cpu}`))),
    nics.map((nic, at) => drawnNic(nic, x + 10 + (at % nicsPerRow) * 150, nicsTop + Math.floor(at / nicsPerRow) * 24, marks)));
  return { drawn, bottom };
}

function drawnNic({ name, rate, state }, x, y, marks) {
  const isTaken = [...marks.values()].some((mark) => mark.nic === name);
  return s('g', { class: isTaken ? 'nic taken' : 'nic' },
    s('rect', { x, y, width: 142, height: 19, rx: 4 }),
    s('title', {}, [name, rate, state].filter(Boolean).join(', ')),
    s('text', { x: x + 8, y: y + 13 }, short(rate && rate !== '-1' ? `${name} ${rate}` : name, 20)));
}

function short(text, most = LETTERS) {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
