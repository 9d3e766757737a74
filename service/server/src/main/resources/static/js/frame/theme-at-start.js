// Before anything is drawn: a page in the wrong colours must not flash up.
const theme = localStorage.getItem('theme');
if (theme) document.documentElement.dataset.theme = theme;
