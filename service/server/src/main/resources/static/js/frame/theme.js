const NEXT = { auto: 'light', light: 'dark', dark: 'auto' };
const SIGNS = { auto: '◐', light: '☀', dark: '☾' };

/** A button that goes from the system's colours to light ones, to dark ones, and back. */
export function startTheme(button) {
  const root = document.documentElement;

  function show() {
    const theme = root.dataset.theme ?? 'auto';
    button.textContent = SIGNS[theme];
    button.setAttribute('aria-label', `Colours: ${theme === 'auto' ? 'as the system' : theme}; change`);
    button.title = `Colours: ${theme === 'auto' ? 'as the system' : theme}`;
  }

  button.addEventListener('click', () => {
    const next = NEXT[root.dataset.theme ?? 'auto'];
    if (next === 'auto') {
      delete root.dataset.theme;
      localStorage.removeItem('theme');
    } else {
      root.dataset.theme = next;
      localStorage.setItem('theme', next);
    }
    show();
  });
  show();
}
