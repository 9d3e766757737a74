import { showCluster } from './cluster-page.js';
import { showJobs } from './jobs-page.js';
import { showJob } from './job-page.js';
import { notFound } from './not-found.js';
import { startRouter } from './router.js';

const main = document.getElementById('main');

document.getElementById('skip-link').addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});

startRouter(main, [
  { pattern: /^\/(?:index\.html)?$/, show: showJobs },
  { pattern: /^\/cluster$/, show: showCluster },
  { pattern: /^\/jobs\/([^/]+)$/, show: showJob },
], notFound);
