/** The pages of prose of the reference: the overview, guides, webhooks, the change log. Sources are Markdown of the repository. */
import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { projectRoot } from '../../../build/bundle.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { tags } from '../openapi/texts.ts';
import { errorsHtml } from './errors.ts';
import { fileOfTag, linkOfOperation } from './links.ts';
import { escaped, inline, markdown, slug } from './text.ts';

/** A page without its frame. */
export interface Prose {
  readonly file: string;
  readonly title: string;
  readonly html: string;
}

/** Pages of the repository that are shown as they are. */
const WHOLE = [
  { file: 'first-call.html', source: 'docs/guides/first-call.md' },
  { file: 'thousand-locations.html', source: 'docs/guides/thousand-locations.md' },
  { file: 'client-typescript.html', source: 'cdk/tools/docs/client/README.md', title: 'Client for TypeScript' },
  { file: 'client-python.html', source: 'cdk/tools/docs/client/python/README.md', title: 'Client for Python' },
] as const;

/** Where a page of the repository stands here. */
const SHOWN: Readonly<Record<string, string>> = {
  ...Object.fromEntries(WHOLE.map(({ file, source }) => [source, file])),
  'docs/errors.md': 'errors.html',
  'CHANGELOG.md': 'changelog.html',
  'docs/partners.md': 'index.html',
  'openapi.json': 'openapi.json',
  'postman.json': 'postman.json',
};

const PARTNERS = 'docs/partners.md';

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
  clients: 'client-typescript.html',
  operations: 'index.html#operations',
  receive: 'webhooks.html#receive',
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

const article = (html: string): string => `<article class="prose">${html}</article>`;

const whole = async ({ file, source, title }: { file: string; source: string; title?: string }): Promise<Prose> => {
  const text = await read(source);
  return {
    file,
    title: title ?? titleOf(text),
    html: article(markdown(text, { level: 1, linkOf: linksFrom(source) })),
  };
};

/** One section of a page, with those below it. */
const sectionOf = (source: string, heading: string): string => {
  const [, rest = ''] = source.split(`\n## ${heading}\n`);
  if (rest === '') throw new Error(`There is no section ${heading}`);
  return `# ${heading}\n${rest.split(/\n## /)[0]}`.replaceAll('\n### ', '\n## ');
};

const webhooks = async (): Promise<Prose> => {
  const text = sectionOf(await read(PARTNERS), 'Events').replace('# Events', '# Webhooks');
  const own = new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slug(heading)));
  const linkOf = (href: string): string | undefined =>
    href.startsWith('#') && !own.has(href.slice(1)) ? SECTIONS[href.slice(1)] : linksFrom(PARTNERS)(href);
  return { file: 'webhooks.html', title: 'Webhooks', html: article(markdown(text, { level: 1, linkOf })) };
};

/** Of each release what partners see; what is for those who run or change the service is left out. */
const changelog = async (): Promise<Prose> => {
  // Which page of the repository says more is of no use here.
  const text = (await read('CHANGELOG.md')).replaceAll(/ \(docs\/[^)]*\)/g, '');
  const releases = text.split(/^(?=## )/m).slice(1);
  const seen = releases.map((release) => {
    const [heading, ...parts] = release.split(/^(?=### )/m);
    const title = heading!.split('\n')[0]!.replace(/[[\]]/g, '');
    return [title, ...parts.filter((part) => /^### .*for partners$/m.test(part))]
      .join('\n\n')
      .replaceAll(', for partners', '');
  });
  return {
    file: 'changelog.html',
    title: 'Changes',
    html: article(`<h1>Changes</h1>${markdown(seen.join('\n\n'), { level: 1, linkOf: linksFrom('CHANGELOG.md') })}`),
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
export const prosePages = async (document: OpenApiDocument): Promise<readonly Prose[]> => {
  const shown = await Promise.all(WHOLE.map(whole));
  const [guides, clients] = [shown.slice(0, 2), shown.slice(2)];
  return [overview(document), ...guides, await webhooks(), ...clients, errorPage(), await changelog()];
};
