import { notFound } from './frame/not-found.js';
import { startRouter } from './frame/router.js';
import { startTheme } from './frame/theme.js';

const main = document.getElementById('main');

document.getElementById('skip-link').addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});

startTheme(document.getElementById('theme'));
// Each page comes with what it needs when it is first shown.
startRouter(main, [
  { pattern: /^\/(?:index\.html)?$/, load: () => import('./jobs/jobs-page.js') },
  { pattern: /^\/new$/, load: () => import('./new-job/new-job-page.js') },
  { pattern: /^\/cluster$/, load: () => import('./cluster/cluster-page.js') },
  { pattern: /^\/jobs\/([^/]+)$/, load: () => import('./job/job-page.js') },
], notFound);
