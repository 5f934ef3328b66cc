/** The reference for partners as static pages, from the OpenAPI document, the contracts and pages of the repository. They ask no other host. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { allOperations } from '../../lib/operations.ts';
import { freshCollection, freshDocument, freshWebhooks } from './document.ts';
import type { OpenApiDocument } from './openapi/document.ts';
import { tags } from './openapi/texts.ts';
import { contents } from './page/contents.ts';
import { type Described, describeOperation } from './page/describe.ts';
import { fileOfTag, formsFileOfTag, linkOfOperation } from './page/links.ts';
import { llmsText } from './page/llms.ts';
import { operationMarkdown } from './page/markdown.ts';
import { linkedMarkdown, markdownFile } from './page/markdown-links.ts';
import { operationSection } from './page/operation.ts';
import { inReadingOrder } from './page/order.ts';
import { type Prose, prosePages } from './page/prose.ts';
import { searchRows } from './page/reference-search.ts';
import { framed, type NavGroup } from './page/shell.ts';
import { synonyms } from './page/synonyms.ts';
import { escaped, inline } from './page/text.ts';
import { tryFacts } from './page/try-facts.ts';
import { keptPicture, pictures } from './pictures.ts';

export interface PageFile {
  readonly type: string;
  readonly body: string;
}

export interface PageOptions {
  /**
   * The host that serves the pages also answers requests, and forwards those to other hosts (`tools/local/forward.ts`): a
   * key to begin with. Without it, the forms have neither an address nor a key until the reader types them.
   */
  readonly tryWithKey?: string;
}

const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const PLAIN = 'text/plain; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const JSON_TYPE = 'application/json';

/** Later ones win. */
const STYLES = ['base', 'frame', 'prose', 'operation', 'chart', 'errors', 'code', 'try', 'search', 'narrow'].map(
  (name) => `styles/${name}.css`,
);

/** The operations of each group, in the order in which they are shown. */
const operationsByTag = Map.groupBy(allOperations, ({ tag }) => tag);
const shownOf = (tag: string) => inReadingOrder(operationsByTag.get(tag) ?? []);

type DescribedByTag = ReadonlyMap<string, readonly Described[]>;

const described = (document: OpenApiDocument): DescribedByTag =>
  new Map(tags.map(({ name }) => [name, shownOf(name).map((operation) => describeOperation(operation, document))]));

/** A picture of what the scores of a group are. */
const figureOf = (tag: string): string =>
  tag === 'Insight'
    ? `<figure><div class="wide" tabindex="0" role="group" aria-label="Picture"><img src="experience.svg" alt="${escaped(pictures.experience)}"></div><figcaption>${escaped(pictures.experience)}</figcaption></figure>`
    : '';

const listed = (all: readonly Described[]): string =>
  contents(all.map(({ operation: { id, summary } }) => ({ href: `#${id}`, title: escaped(summary) })));

const tagPages = (byTag: DescribedByTag): Prose[] =>
  tags.map(({ name, description }) => {
    const all = byTag.get(name) ?? [];
    return {
      file: fileOfTag(name),
      title: name,
      html: `<div class="prose"><h1>${escaped(name)}</h1><p class="lead">${inline(description)}</p>${listed(all)}${figureOf(name)}</div>
${all.map(operationSection).join('\n')}`,
      markdown: [`# ${name}`, linkedMarkdown(description), ...all.map(operationMarkdown)].join('\n\n'),
    };
  });

const tryFiles = (byTag: DescribedByTag, document: OpenApiDocument): [string, PageFile][] =>
  [...byTag].map(([tag, all]) => [
    formsFileOfTag(tag),
    {
      type: JSON_TYPE,
      body: JSON.stringify(
        Object.fromEntries(all.map(({ operation }) => [operation.id, tryFacts(operation, document)])),
      ),
    },
  ]);

const navigation = (prose: readonly Prose[]): readonly NavGroup[] => [
  {
    title: 'Start',
    links: prose.map(({ file, title }, index) => ({ href: file, title: index === 0 ? 'Overview' : title })),
  },
  { title: 'Operations', links: [] },
  ...tags.map(({ name }) => ({
    title: name,
    href: fileOfTag(name),
    links: shownOf(name).map((operation) => ({
      href: linkOfOperation(operation),
      title: operation.summary,
      method: operation.method,
    })),
  })),
];

const own = (name: string): Promise<string> => readFile(join(import.meta.dirname, 'page', name), 'utf8');

/** The files of the page by name; `index.html` is what it begins with. */
export const pageFiles = async (options: PageOptions = {}): Promise<ReadonlyMap<string, PageFile>> => {
  const { tryWithKey } = options;
  const document = await freshDocument();
  const all = described(document);
  const prose = await prosePages(document);
  const groups = navigation(prose);
  const [site, version] = [String(document.info.title), document.info.version];
  const pages = [...prose, ...tagPages(all)];
  const html = pages.map((page): [string, PageFile] => [
    page.file,
    { type: HTML, body: framed({ ...page, site, version, groups, tryWithKey }) },
  ]);
  const texts = pages.map((page): [string, PageFile] => [
    markdownFile(page.file),
    { type: MARKDOWN, body: `${page.markdown.trim()}\n` },
  ]);
  const minisearch = createRequire(import.meta.url)
    .resolve('minisearch')
    .replace(/cjs\/index\.cjs$/, 'es/index.js');
  return new Map<string, PageFile>([
    ...html,
    ...texts,
    ...tryFiles(all, document),
    ['llms.txt', { type: PLAIN, body: llmsText(document, prose, tags) }],
    ['site.css', { type: 'text/css; charset=utf-8', body: (await Promise.all(STYLES.map(own))).join('') }],
    ['settings.js', { type: SCRIPT, body: await own('settings.js') }],
    ['site.js', { type: SCRIPT, body: await own('site.js') }],
    ['search.js', { type: SCRIPT, body: await own('search.js') }],
    ['try.js', { type: SCRIPT, body: await own('try.js') }],
    ['send.js', { type: SCRIPT, body: await own('send.js') }],
    ['query.js', { type: SCRIPT, body: await own('query.js') }],
    ['minisearch.js', { type: SCRIPT, body: await readFile(minisearch, 'utf8') }],
    [
      'search.json',
      { type: JSON_TYPE, body: JSON.stringify({ rows: searchRows(prose, [...all.values()].flat()), synonyms }) },
    ],
    ['openapi.json', { type: JSON_TYPE, body: JSON.stringify(document, null, 2) }],
    ['webhooks.json', { type: JSON_TYPE, body: JSON.stringify(await freshWebhooks(), null, 2) }],
    ['postman.json', { type: JSON_TYPE, body: JSON.stringify(await freshCollection(), null, 1) }],
    ['experience.svg', { type: 'image/svg+xml', body: await keptPicture('experience') }],
  ]);
};
