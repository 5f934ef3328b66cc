/** The pages of prose of the reference: the overview, guides, webhooks, the change log. Sources are Markdown of the repository. */
import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { projectRoot } from '../../../cdk/build/bundle.ts';
import { guides } from '../guides.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { tags } from '../openapi/texts.ts';
import { withContents } from './contents.ts';
import { errorsHtml, errorsMarkdown } from './errors.ts';
import { eventsMarkdown } from './events.ts';
import { fileOfTag, linkOfOperation } from './links.ts';
import { linkedMarkdown } from './markdown-links.ts';
import { escaped, inline, markdown } from './text.ts';

/** A page without its frame. */
export interface Prose {
  readonly file: string;
  readonly title: string;
  readonly html: string;
  /** The same as Markdown, with links between the Markdown of the pages. */
  readonly markdown: string;
}

/** Pages of the repository that are shown as they are. */
const WHOLE: readonly { readonly file: string; readonly source: string; readonly title?: string }[] = [
  ...guides,
  { file: 'webhooks.html', source: 'docs/webhooks.md' },
  { file: 'client-typescript.html', source: 'tools/docs/client/README.md', title: 'Client for TypeScript' },
  { file: 'client-python.html', source: 'tools/docs/client/python/README.md', title: 'Client for Python' },
];

/** Where a page of the repository stands here. */
const SHOWN: Readonly<Record<string, string>> = {
  ...Object.fromEntries(WHOLE.map(({ file, source }) => [source, file])),
  'CHANGELOG.md': 'changelog.html',
  'docs/partners.md': 'index.html',
  'openapi.json': 'openapi.json',
  'webhooks.json': 'events.html',
  'lib/contract/errors.json': 'errors.html',
};

const PARTNERS = 'docs/partners.md';

/** The headings of partners.md that the overview of the document has under a name of its own. */
const SECTIONS: Readonly<Record<string, string>> = {
  'idempotent-writes': 'index.html#safe-retries',
  retries: 'index.html#safe-retries',
  'dry-runs': 'index.html#dry-runs',
  versions: 'index.html#concurrent-updates',
  pagination: 'index.html#pagination',
  limits: 'index.html#rate-limits',
  requests: 'index.html#requests',
  errors: 'index.html#errors',
  authentication: 'index.html#authentication',
  clients: 'client-typescript.html',
  operations: 'index.html#operations',
  compatibility: 'index.html#versioning',
};

/** Links of a page of the repository as they lead from here; what is not shown here stays as text. */
const linksFrom =
  (source: string) =>
  (href: string): string | undefined => {
    if (/^(?:https?:|#)/.test(href)) return href;
    const [path = '', anchor] = href.split('#');
    const name = normalize(join(dirname(source), path));
    return name === PARTNERS && anchor !== undefined ? SECTIONS[anchor] : SHOWN[name];
  };

const read = (file: string): Promise<string> => readFile(join(projectRoot, file), 'utf8');

const titleOf = (source: string): string => /^# (.+)$/m.exec(source)?.[1] ?? '';

const article = (html: string): string => `<article class="prose">${withContents(html)}</article>`;

/** A line of links to the sections of its own page, as pages of the repository have it. */
const CONTENTS_LINE = /^\[[^\]\n]+\]\(#[^)\n]+\)(?: · \[[^\]\n]+\]\(#[^)\n]+\))+\n/m;

const whole = async ({ file, source, title }: { file: string; source: string; title?: string }): Promise<Prose> => {
  const kept = await read(source);
  // The page of a package is headed by the package's name.
  const text = title === undefined ? kept : kept.replace(/^# .+$/m, `# ${title}`);
  return {
    file,
    title: titleOf(text),
    // The page has its contents next to it, or ahead of it.
    html: article(markdown(text.replace(CONTENTS_LINE, ''), { level: 1, linkOf: linksFrom(source) })),
    markdown: linkedMarkdown(text, linksFrom(source)),
  };
};

/** Of each release what partners see; what is for those who run or change the service is left out. */
const changelog = async (): Promise<Prose> => {
  // Which page of the repository says more is of no use here.
  const text = (await read('CHANGELOG.md')).replaceAll(/ \(docs\/[^)]*\)/g, '');
  const releases = text.split(/^(?=## )/m).slice(1);
  const seen = releases.flatMap((release) => {
    const [heading, ...parts] = release.split(/^(?=### )/m);
    const title = heading!.split('\n')[0]!.replace(/[[\]]/g, '');
    const shown = parts.filter((part) => /^### .*for partners\n\s*\S/.test(part));
    // Nothing is unreleased right after a release.
    if (shown.length === 0) return [];
    return [[title, ...shown].join('\n\n').replaceAll(', for partners', '')];
  });
  return {
    file: 'changelog.html',
    title: 'Changes',
    html: article(`<h1>Changes</h1>${markdown(seen.join('\n\n'), { level: 1, linkOf: linksFrom('CHANGELOG.md') })}`),
    markdown: linkedMarkdown(['# Changes', ...seen].join('\n\n'), linksFrom('CHANGELOG.md')),
  };
};

const eventsPage = (): Prose => {
  const text = eventsMarkdown();
  return {
    file: 'events.html',
    title: titleOf(text),
    html: article(markdown(text, { level: 1, linkOf: (href) => href })),
    markdown: linkedMarkdown(text),
  };
};

const ERRORS_LEAD =
  'What every error looks like: [errors](index.html#errors). Which requests may be sent again: [safe retries](index.html#safe-retries). A code may have another status or message on other operations.';

const errorPage = (): Prose => ({
  file: 'errors.html',
  title: 'Error codes',
  html: `<article class="errors-page"><h1>Error codes</h1>
${markdown(ERRORS_LEAD)}${errorsHtml(linkOfOperation)}</article>`,
  markdown: `# Error codes\n\n${linkedMarkdown(ERRORS_LEAD)}\n\n${errorsMarkdown(linkOfOperation)}`,
});

/** The introduction of the document; its table of errors is a page of its own here. */
const overview = ({ info }: OpenApiDocument): Prose => {
  const intro = String(info.description).replace(
    /(?:^\|.*\n)+(?=\n*Checks run)/m,
    'All codes: [error codes](errors.html).\n',
  );
  const [lead = '', ...sections] = intro.split(/^(?=# )/m);
  const title = String(info.title);
  const cards = tags.map(
    ({ name, description }) =>
      `<li><a href="${fileOfTag(name)}">${escaped(name)}</a><p>${inline(description)}</p></li>`,
  );
  const list = tags.map(({ name, description }) => `- [${name}](${fileOfTag(name)}): ${description}`).join('\n');
  const start =
    '[First call in five minutes](first-call.html) · [OpenAPI 3.1](openapi.json) · [Postman collection](postman.json)';
  return {
    file: 'index.html',
    title,
    html: article(`<h1>${escaped(title)}</h1>
<div class="lead">${markdown(lead)}</div>
<p class="start"><a class="primary" href="first-call.html">First call in five minutes</a> <a href="openapi.json">OpenAPI 3.1</a> <a href="postman.json">Postman collection</a> <a href="llms.txt">llms.txt</a></p>
<h2 id="operations"><a class="self" href="#operations">Operations</a></h2><ul class="cards">${cards.join('\n')}</ul>
${markdown(sections.join(''), { level: 2 })}`),
    markdown: linkedMarkdown(
      [`# ${title}`, lead, start, '## Operations', list, sections.join('').replace(/^# /gm, '## ')].join('\n\n'),
    ),
  };
};

/** All of them, in the order of the navigation. */
export const prosePages = async (document: OpenApiDocument): Promise<readonly Prose[]> => {
  const shown = await Promise.all(WHOLE.map(whole));
  const before = 1 + WHOLE.findIndex(({ file }) => file === 'webhooks.html');
  const [beforeEvents, clients] = [shown.slice(0, before), shown.slice(before)];
  return [overview(document), ...beforeEvents, eventsPage(), ...clients, errorPage(), await changelog()];
};
