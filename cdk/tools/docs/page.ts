/** The reference for partners as static pages, from the OpenAPI document, the contracts and pages of the repository. They ask no other host. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { allOperations } from '../../../lib/operations.ts';
import { freshCollection, freshDocument } from './document.ts';
import type { OpenApiDocument } from './openapi/document.ts';
import { tags } from './openapi/texts.ts';
import { fileOfTag, linkOfOperation } from './page/links.ts';
import { type Described, describeOperation, operationSection } from './page/operation.ts';
import { type Prose, prosePages } from './page/prose.ts';
import { type Found, foundOfErrors, foundOfHeadings, foundOfOperation } from './page/search.ts';
import { framed, type NavGroup } from './page/shell.ts';
import { escaped, inline } from './page/text.ts';
import { keptPicture, pictures } from './pictures.ts';

export interface PageFile {
  readonly type: string;
  readonly body: string;
}

export interface PageOptions {
  /** The page can send requests to the host that serves it: a key to begin with. Without it, it sends none. */
  readonly tryWithKey?: string;
}

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const JSON_TYPE = 'application/json';

/** Later ones win. */
const STYLES = ['base', 'frame', 'prose', 'operation', 'code', 'search', 'narrow'].map((name) => `styles/${name}.css`);

const described = (document: OpenApiDocument): ReadonlyMap<string, readonly Described[]> =>
  Map.groupBy(
    allOperations.map((operation) => describeOperation(operation, document)),
    ({ operation }) => operation.tag,
  );

/** A picture of what the scores of a group are. */
const figureOf = (tag: string): string =>
  tag === 'Insight'
    ? `<figure><div class="wide" tabindex="0" role="group" aria-label="Picture"><img src="experience.svg" alt="${escaped(pictures.experience)}"></div><figcaption>${escaped(pictures.experience)}</figcaption></figure>`
    : '';

const tagPages = (all: ReadonlyMap<string, readonly Described[]>, canTry: boolean): Prose[] =>
  tags.map(({ name, description }) => ({
    file: fileOfTag(name),
    title: name,
    html: `<div class="prose"><h1>${escaped(name)}</h1><p class="lead">${inline(description)}</p>${figureOf(name)}</div>
${(all.get(name) ?? []).map((each) => operationSection(each, canTry)).join('\n')}`,
  }));

const navigation = (prose: readonly Prose[]): readonly NavGroup[] => [
  {
    title: 'Start',
    links: prose.map(({ file, title }, index) => ({ href: file, title: index === 0 ? 'Overview' : title })),
  },
  { title: 'Operations', links: [] },
  ...tags.map(({ name }) => ({
    title: name,
    href: fileOfTag(name),
    links: allOperations
      .filter(({ tag }) => tag === name)
      .map((operation) => ({ href: linkOfOperation(operation), title: operation.summary, method: operation.method })),
  })),
];

const searchIndex = (prose: readonly Prose[], all: ReadonlyMap<string, readonly Described[]>): readonly Found[] => [
  ...[...all].flatMap(([tag, each]) => each.flatMap((one) => foundOfOperation(one, fileOfTag(tag)))),
  ...foundOfErrors(),
  ...prose.flatMap(({ html, title, file }) => foundOfHeadings(html, title, file)),
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
  const html = [...prose, ...tagPages(all, tryWithKey !== undefined)].map((page): [string, PageFile] => [
    page.file,
    { type: HTML, body: framed({ ...page, site, version, groups, tryWithKey }) },
  ]);
  const minisearch = createRequire(import.meta.url)
    .resolve('minisearch')
    .replace(/cjs\/index\.cjs$/, 'es/index.js');
  return new Map<string, PageFile>([
    ...html,
    ['site.css', { type: 'text/css; charset=utf-8', body: (await Promise.all(STYLES.map(own))).join('') }],
    ['settings.js', { type: SCRIPT, body: await own('settings.js') }],
    ['site.js', { type: SCRIPT, body: await own('site.js') }],
    ['search.js', { type: SCRIPT, body: await own('search.js') }],
    ['minisearch.js', { type: SCRIPT, body: await readFile(minisearch, 'utf8') }],
    ['search.json', { type: JSON_TYPE, body: JSON.stringify(searchIndex(prose, all)) }],
    ['openapi.json', { type: JSON_TYPE, body: JSON.stringify(document, null, 2) }],
    ['postman.json', { type: JSON_TYPE, body: JSON.stringify(await freshCollection(), null, 1) }],
    ['experience.svg', { type: 'image/svg+xml', body: await keptPicture('experience') }],
  ]);
};
