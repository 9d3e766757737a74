/** Pages by path. A page is shown by a function that fills its element until the signal aborts. */
export function startRouter(element, routes, otherwise) {
  let leave = new AbortController();

  function show() {
    leave.abort();
    leave = new AbortController();
    element.replaceChildren();
    const route = routes.find(({ pattern }) => pattern.test(location.pathname));
    const parts = route ? route.pattern.exec(location.pathname).slice(1).map(decodeURIComponent) : [];
    (route ? route.show : otherwise)(element, leave.signal, ...parts);
    for (const link of document.querySelectorAll('nav a[data-route]')) {
      if (location.pathname === link.pathname) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
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
