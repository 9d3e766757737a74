/**
 * Pages by path. A page is a module whose show(element, signal, ...parts) fills the element until
 * the signal aborts.
 */
export function startRouter(element, routes, otherwise) {
  let leave = new AbortController();

  async function show() {
    leave.abort();
    leave = new AbortController();
    const { signal } = leave;
    element.replaceChildren();
    markNavigation();
    const route = routes.find(({ pattern }) => pattern.test(location.pathname));
    if (!route) {
      otherwise(element, signal);
      return;
    }
    const parts = route.pattern.exec(location.pathname).slice(1).map(decodeURIComponent);
    const page = await route.load().catch(() => null);
    if (signal.aborted) return;
    if (page) page.show(element, signal, ...parts);
    else otherwise(element, signal, 'The page cannot be loaded: the service does not answer.');
  }

  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[data-route]');
    const isPlainClick = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (link && isPlainClick) {
      event.preventDefault();
      history.pushState(null, '', link.href);
      show();
      element.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
  });
  addEventListener('popstate', show);
  show();
}

function markNavigation() {
  for (const link of document.querySelectorAll('nav a[data-route]')) {
    if (location.pathname === link.pathname) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

/** Goes to another page of this application. */
export function goTo(path) {
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
  scrollTo(0, 0);
}
