import { askForKey } from './key-prompt.js';

const connection = document.getElementById('connection');

/** A refusal of the service (RFC 9457), or status 0 where it does not answer. */
export class Problem extends Error {
  constructor(status, title, detail) {
    super(detail && detail !== title ? `${title}: ${detail}` : title);
    this.status = status;
  }
}

function headersOf({ body }) {
  const accept = { Accept: 'application/json, application/problem+json' };
  return body ? { ...accept, 'Content-Type': 'application/json' } : accept;
}

async function request(path, options) {
  let response;
  try {
    response = await fetch(path, { ...options, headers: headersOf(options) });
  } catch (cause) {
    if (!options.signal?.aborted) showConnection(false);
    throw new Problem(0, 'The job service does not answer', cause.message);
  }
  showConnection(true);
  const body = await response.json().catch(() => ({}));
  if (response.status === 401) askForKey();
  if (!response.ok) {
    throw new Problem(response.status, body.title ?? `HTTP status ${response.status}`, body.detail);
  }
  return body;
}

export function get(path, signal) {
  return request(path, { signal });
}

export function post(path, body) {
  return request(path, { method: 'POST', body: body && JSON.stringify(body) });
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
