import { get, open } from '../api.js';

const ROOT = '/api/v1/examples';

/** [{name, description, files}] */
export async function listExamples(signal) {
  return (await get(ROOT, signal)).items;
}

/** The files of an example: [{name, blob}]. */
export async function readExample(name, signal) {
  const path = `${ROOT}/${encodeURIComponent(name)}`;
  const { files } = await get(path, signal);
  return Promise.all(files.map(async (file) => ({
    name: file.name,
    blob: await (await open(`${path}/file?path=${encodeURIComponent(file.name)}`, { signal })).blob(),
  })));
}
