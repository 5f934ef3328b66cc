/** The frame of each page of the reference: head, bar, navigation, dialog of the search. Pure. */
import { markdownFile } from './markdown-links.ts';
import { escaped } from './text.ts';

/** An entry of the navigation. */
export interface NavLink {
  readonly href: string;
  readonly title: string;
  readonly method?: string;
}

export interface NavGroup {
  readonly title: string;
  /** The page that the group is; where it is shown, the group is open. */
  readonly href?: string;
  readonly links: readonly NavLink[];
}

export interface Framed {
  /** The name of the page's file. */
  readonly file: string;
  readonly title: string;
  readonly html: string;
  /** What the site is called. */
  readonly site: string;
  readonly version: string;
  readonly groups: readonly NavGroup[];
  /** A key to send requests with; its presence says that the host of the page answers them. */
  readonly tryWithKey?: string | undefined;
}

const link = ({ href, title, method }: NavLink, file: string): string =>
  `<li><a href="${href}"${href === file ? ' aria-current="page"' : ''}><span>${escaped(title)}</span>${
    method ? `<span class="method ${method.toLowerCase()}">${method === 'DELETE' ? 'DEL' : method}</span>` : ''
  }</a></li>`;

const group = ({ title, href, links }: NavGroup, file: string): string => {
  const list = `<ul>${links.map((each) => link(each, file)).join('')}</ul>`;
  return href === undefined
    ? `<h2>${escaped(title)}</h2>${list}`
    : `<details${href === file ? ' open' : ''}><summary>${escaped(title)}</summary>${list}</details>`;
};

const icon = (path: string): string =>
  `<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true">${path}</svg>`;

const ICONS = {
  menu: icon('<path d="M4 7h16M4 12h16M4 17h16"/>'),
  search: icon('<circle cx="11" cy="11" r="6"/><path d="m20 20-4.5-4.5"/>'),
  theme: icon('<circle cx="12" cy="12" r="8"/><path d="M12 4v16a8 8 0 0 0 0-16z" fill="currentColor"/>'),
};

/** Where the server of `npm start` takes requests to other hosts (`tools/local/forward.ts`), from a page. */
export const FORWARD = 'forward';

/** A complete page of the reference. */
export const framed = ({ file, title, html, site, version, groups, tryWithKey }: Framed): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title === site ? site : `${title} · ${site}`)}</title>
<link rel="icon" href="data:,">
<link rel="alternate" type="text/markdown" href="${markdownFile(file)}" title="${escaped(title)} in Markdown">
<link rel="describedby" href="llms.txt">
<link rel="stylesheet" href="site.css">
<script src="settings.js"></script>
<script type="module" src="site.js"></script>
<script type="module" src="search.js"></script>
<script type="module" src="try.js"></script>
</head>
<body${tryWithKey === undefined ? '' : ` data-key="${escaped(tryWithKey)}" data-forward="${FORWARD}"`}>
<a class="skip" href="#main">Skip to the content</a>
<header class="bar">
<button type="button" class="icon menu" data-menu aria-expanded="false" aria-controls="nav" aria-label="Navigation">${ICONS.menu}</button>
<a class="home" href="index.html"><span class="mark" aria-hidden="true"></span>${escaped(site)} <span class="version">${escaped(version)}</span></a>
<button type="button" class="find" data-search aria-keyshortcuts="/">${ICONS.search}<span>Search operations, fields, codes</span><kbd>/</kbd></button>
<button type="button" class="icon" data-theme-switch aria-label="Dark colours" aria-pressed="false">${ICONS.theme}</button>
</header>
<nav id="nav" aria-label="Reference">
${groups.map((each) => group(each, file)).join('\n')}
</nav>
<main id="main" tabindex="-1">
${html}
<p class="twin"><a href="${markdownFile(file)}">This page in Markdown</a></p>
</main>
<dialog id="search" aria-label="Search">
<input type="search" placeholder="Operation, field, error code, words" aria-label="Search" autocomplete="off" spellcheck="false">
<p class="note" role="status"></p>
<ul></ul>
</dialog>
</body>
</html>
`;
