/** The pages of prose of the reference: the overview, guides, webhooks, the change log. Sources are Markdown of the repository. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../../build/bundle.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { tags } from '../openapi/texts.ts';
import { errorsHtml } from './errors.ts';
import { fileOfTag, linkOfOperation } from './links.ts';
import { escaped, inline, markdown } from './text.ts';

/** A page without its frame. */
export interface Prose {
  readonly file: string;
  readonly title: string;
  readonly html: string;
}

/** Guides by the file of their page. */
const GUIDES = {
  'first-call.html': 'first-call.md',
  'thousand-locations.html': 'thousand-locations.md',
} as const;

/** Pages of the repository that are shown here too, or a part of which is. */
const SHOWN: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(GUIDES).map(([file, source]) => [source, file])),
  'errors.md': 'errors.html',
  'CHANGELOG.md': 'changelog.html',
  'partners.md': 'index.html',
  'openapi.json': 'openapi.json',
  'postman.json': 'postman.json',
};

/** The headings of partners.md that the overview of the document has under a name of its own, or the page of webhooks. */
const SECTIONS: Readonly<Record<string, string>> = {
  events: 'webhooks.html',
  'idempotent-writes': 'index.html#safe-retries',
  'dry-runs': 'index.html#safe-retries',
  'after-a-failure': 'index.html#safe-retries',
  versions: 'index.html#concurrent-updates',
  pages: 'index.html#pagination',
  limits: 'index.html#rate-limits',
  errors: 'index.html#errors',
  authentication: 'index.html#authentication',
};

/** What is not shown here stays as text. */
export const linkHere = (href: string): string | undefined => {
  if (/^(?:https?:|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const name = path.split('/').at(-1)!;
  if (name === 'partners.md' && anchor !== undefined) return SECTIONS[anchor];
  return SHOWN[name];
};

const read = (file: string): Promise<string> => readFile(join(projectRoot, file), 'utf8');

const titleOf = (source: string): string => /^# (.+)$/m.exec(source)?.[1] ?? '';

const article = (html: string): string => `<article class="prose">${html}</article>`;

const guide = async ([file, source]: [string, string]): Promise<Prose> => {
  const text = await read(`docs/guides/${source}`);
  return { file, title: titleOf(text), html: article(markdown(text, { level: 1, linkOf: linkHere })) };
};

/** One section of a page, with those below it. */
const sectionOf = (source: string, heading: string): string => {
  const [, rest = ''] = source.split(`\n## ${heading}\n`);
  if (rest === '') throw new Error(`There is no section ${heading}`);
  return `# ${heading}\n${rest.split(/\n## /)[0]}`.replaceAll('\n### ', '\n## ');
};

const webhooks = async (): Promise<Prose> => {
  const text = sectionOf(await read('docs/partners.md'), 'Events').replace('# Events', '# Webhooks');
  return { file: 'webhooks.html', title: 'Webhooks', html: article(markdown(text, { level: 1, linkOf: linkHere })) };
};

/** Of each release what partners see; what is for those who run or change the service is left out. */
const changelog = async (): Promise<Prose> => {
  const releases = (await read('CHANGELOG.md')).split(/^(?=## )/m).slice(1);
  const seen = releases.map((release) => {
    const [heading, ...parts] = release.split(/^(?=### )/m);
    const [title = ''] = heading!.split('\n');
    return [title, ...parts.filter((part) => /^### .*for partners$/m.test(part))]
      .join('\n\n')
      .replaceAll(', for partners', '');
  });
  return {
    file: 'changelog.html',
    title: 'Changes',
    html: article(`<h1>Changes</h1>${markdown(seen.join('\n\n'), { level: 1, linkOf: linkHere })}`),
  };
};

const errorPage = (): Prose => ({
  file: 'errors.html',
  title: 'Error codes',
  html: `<article class="errors-page"><h1>Error codes</h1>
<p>What every error looks like, and which of them may be sent again: <a href="index.html#errors">errors</a>, <a href="index.html#safe-retries">safe retries</a>. A code may have another status or message on other operations.</p>
${errorsHtml(linkOfOperation)}</article>`,
});

/** The introduction of the document; its table of errors is a page of its own here. */
const overview = ({ info }: OpenApiDocument): Prose => {
  const intro = String(info.description).replace(
    /(?:^\|.*\n)+(?=\n*Checks run)/m,
    'All codes: [error codes](errors.html).\n',
  );
  const [lead = '', ...sections] = intro.split(/^(?=# )/m);
  const cards = tags.map(
    ({ name, description }) =>
      `<li><a href="${fileOfTag(name)}">${escaped(name)}</a><p>${inline(description)}</p></li>`,
  );
  return {
    file: 'index.html',
    title: String(info.title),
    html: article(`<h1>${escaped(String(info.title))}</h1>
<div class="lead">${markdown(lead)}</div>
<p class="start"><a class="primary" href="first-call.html">First call in five minutes</a> <a href="openapi.json">OpenAPI 3.1</a> <a href="postman.json">Postman collection</a></p>
<h2 id="operations"><a class="self" href="#operations">Operations</a></h2><ul class="cards">${cards.join('\n')}</ul>
${markdown(sections.join(''), { level: 2 })}`),
  };
};

/** All of them, in the order of the navigation. */
export const prosePages = async (document: OpenApiDocument): Promise<readonly Prose[]> => [
  overview(document),
  ...(await Promise.all(Object.entries(GUIDES).map(guide))),
  await webhooks(),
  errorPage(),
  await changelog(),
];
