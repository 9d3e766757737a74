import { askForKey } from './frame/key-prompt.js';

const connection = document.getElementById('connection');

/** A refusal of the service (RFC 9457), or status 0 where it does not answer. */
export class Problem extends Error {
  /** errors: [{pointer, message}] where single places of a job spec are wrong. */
  constructor(status, title, detail, errors = []) {
    super(detail && detail !== title ? `${title}: ${detail}` : title);
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.errors = errors;
  }
}

/** The response to a request that the service does not refuse. options: {method, body, headers, signal}. */
export async function open(path, options = {}) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (cause) {
    if (!options.signal?.aborted) showConnection(false);
    throw new Problem(0, 'The job service does not answer', cause.message);
  }
  showConnection(true);
  if (response.ok) return response;
  const body = await response.json().catch(() => ({}));
  if (response.status === 401) askForKey();
  throw new Problem(response.status, body.title ?? `HTTP status ${response.status}`, body.detail, body.errors);
}

const JSON_WANTED = { Accept: 'application/json, application/schema+json, application/problem+json' };

export async function get(path, signal) {
  return (await open(path, { signal, headers: JSON_WANTED })).json();
}

export async function post(path, body) {
  const headers = body ? { ...JSON_WANTED, 'Content-Type': 'application/json' } : JSON_WANTED;
  return (await open(path, { method: 'POST', headers, body: body && JSON.stringify(body) })).json();
}

/** A form with files; the answer comes with its headers. */
export async function postForm(path, form, headers = {}, signal = undefined) {
  const response = await open(path, { method: 'POST', headers: { ...JSON_WANTED, ...headers }, body: form, signal });
  return { body: await response.json(), tag: response.headers.get('ETag') };
}

export function jobPath(id) {
  return `/api/v1/jobs/${encodeURIComponent(id)}`;
}

export function nodePath(name) {
  return `/api/v1/cluster/nodes/${encodeURIComponent(name)}`;
}

function showConnection(isThere) {
  const text = isThere ? '' : 'The service does not answer; trying again …';
  if (connection.textContent !== text) connection.textContent = text;
}
