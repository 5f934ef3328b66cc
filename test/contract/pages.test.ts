/** The project's pages: links lead somewhere, comments cite what is there, tables say what the code says. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { readSettings } from '../../cdk/stack/context.ts';
import { filesOf, isSource, textOf } from './source-files.ts';

const inRoot = readdirSync(projectRoot).filter((name) => name.endsWith('.md'));
const pages = [...inRoot, ...filesOf('docs').filter((file) => file.endsWith('.md'))];

/** Text outside of blocks of code, which link to nothing. */
const proseOf = (page: string): string => textOf(page).replace(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, '');

/** The anchors that GitHub gives headings. */
const anchorsOf = (page: string): string[] =>
  [...proseOf(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-'),
  );

interface Link {
  readonly page: string;
  readonly target: string;
}

const linksOf = (page: string): Link[] =>
  [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => ({ page, target }))
    .filter(({ target }) => !/^[a-z]+:/.test(target));

const leadsNowhere = ({ page, target }: Link): boolean => {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : normalize(join(dirname(page), path));
  if (!existsSync(resolve(projectRoot, file))) return true;
  return anchor !== undefined && !anchorsOf(file).includes(anchor);
};

describe('The pages', () => {
  const links = pages.flatMap(linksOf);

  it('link to files and headings that are there', () => {
    expect(links.length).toBeGreaterThan(60);
    expect(links.filter(leadsNowhere)).toEqual([]);
  });

  it('would show a link that leads nowhere', () => {
    const page = 'docs/partners.md';
    const [there, lost] = ['decisions.md#status', 'decisions.md#no-such-heading'];
    expect([there, lost, 'nothing.md'].map((target) => leadsNowhere({ page, target }))).toEqual([false, true, true]);
  });

  it('are short: at most 400 lines, what a partner needs 250, the README 120', () => {
    const most: Readonly<Record<string, number>> = {
      'README.md': 120,
      'docs/partners.md': 250,
    };
    const lengths = pages.map((page) => [page, textOf(page).split('\n').length - 1] as const);
    expect(lengths.filter(([page, length]) => length > (most[page] ?? 400))).toEqual([]);
  });
});

/** `docs/decisions.md: coercion, text`, or a page alone. */
const CITATION = /\b(docs\/[\w-]+\.md)(?:: ([a-z][a-z ]*(?:, [a-z][a-z ]*)*))?/g;

interface Citation {
  readonly file: string;
  readonly page: string;
  readonly section?: string | undefined;
}

const citationsIn = (file: string, text: string): Citation[] =>
  // A comment may break a citation at the end of a line.
  [...text.replace(/\n\s*(?:\*|\/\/) ?/g, ' ').matchAll(CITATION)].flatMap(([, page = '', sections]) =>
    sections === undefined ? [{ file, page }] : sections.split(', ').map((section) => ({ file, page, section })),
  );

const citesNothing = ({ page, section }: Citation): boolean => {
  if (!existsSync(join(projectRoot, page))) return true;
  return section !== undefined && !anchorsOf(page).includes(section.trim().replaceAll(' ', '-'));
};

describe('Comments', () => {
  const sources = ['lib', 'functions', 'cdk', 'tools'].flatMap(filesOf).filter(isSource);
  const tests = filesOf('test').filter((file) => isSource(file) && file !== 'test/contract/pages.test.ts');
  const citations = [...sources, ...tests].flatMap((file) => citationsIn(file, textOf(file)));

  it('cite pages and sections of the repository', () => {
    expect(citations.length).toBeGreaterThan(20);
    expect(citations.filter(citesNothing)).toEqual([]);
  });

  it('cite nothing outside of it', () => {
    const outside = /\(spec\b|\bspec (?:section )?[0-9]|\bdecisions:|\(data format\)/;
    const texts = sources.map((file) => [file, textOf(file).match(outside)?.[0]] as const);
    expect(texts.filter(([, found]) => found)).toEqual([]);
  });

  it.each([
    ['docs/decisions.md: status, no such section', 1],
    ['docs/nothing.md', 1],
    ['docs/decisions.md: order of checks', 0],
  ])('would show a wrong citation: %s', (text, wrong) => {
    expect(citationsIn('a.ts', text).filter(citesNothing)).toHaveLength(wrong);
  });
});

/** The first two cells of each row of a page's tables. */
const rowsOf = (page: string): (readonly [string, string])[] =>
  textOf(page)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => {
      const [, first = '', second = ''] = line.split('|').map((cell) => cell.trim());
      return [first, second] as const;
    });

describe('Tables', () => {
  it('of the operator’s page name every setting of a deployment', () => {
    const named = rowsOf('docs/operators.md').flatMap(([key]) => key.replaceAll('`', '').split(', '));
    const node = { getAllContext: () => ({ noSuchKey: 1 }) } as unknown as Parameters<typeof readSettings>[0];
    const known = /known keys: (.*)$/.exec(messageOf(() => readSettings(node)))?.[1]?.split(', ') ?? [];
    expect(known.length).toBeGreaterThan(10);
    expect(known.filter((key) => !named.includes(key))).toEqual([]);
  });
});

const messageOf = (run: () => unknown): string => {
  try {
    run();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};
