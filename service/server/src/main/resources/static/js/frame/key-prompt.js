import { h } from '../dom.js';

let dialog;

/** Asks for an API key, has the service keep it in a cookie, and begins anew. */
export function askForKey() {
  if (dialog) return;
  const input = h('input', { type: 'password', id: 'api-key', autocomplete: 'off', required: true });
  const answer = h('p', { role: 'alert' });
  const form = h('form', { onsubmit: submit },
    h('label', { for: 'api-key' }, 'This service asks for an API key'), input, h('button', {}, 'Use it'), answer);

  async function submit(event) {
    event.preventDefault();
    const response = await fetch('/api/v1/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ key: input.value }),
    }).catch(() => ({ status: 0 }));
    if (response.ok) location.reload();
    else answer.textContent = response.status === 401 ? 'That is no key that holds.' : 'The service does not answer.';
  }

  dialog = h('dialog', { class: 'key-prompt' }, form);
  // Without a key there is nothing to go back to.
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  document.body.append(dialog);
  dialog.showModal();
}
