/** Names and words that only this project understood do not come back: a reader meets the field's terms. */
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { guides } from '../../tools/docs/guides.ts';
import { filesOf, isSource, textOf, visit } from './source-files.ts';

/** Words of earlier names, each with the term in its place. */
const TERMS: Readonly<Record<string, string>> = {
  told: 'notified',
  tell: 'notify, or print',
  tells: 'notifies, or prints',
  judge: 'check',
  judged: 'checked, or the version it was based on',
  verdict: 'result',
  ground: 'context',
  grounds: 'preconditions',
  settle: 'complete, or drop unchanged fields',
  settled: 'completed, or unchanged',
  settling: 'completing',
  roster: 'packed index',
  lane: 'concurrency limit',
  lanes: 'concurrency limit',
  effort: 'write budget',
  gathered: 'batch loader',
  stranger: 'not found',
  strangers: 'not found',
  bring: 'load, or install',
  brought: 'loaded, or installed',
  claim: 'idempotency record, lease, or lock',
  claims: 'locks',
  claimed: 'leased, or locked',
  ending: 'abort signal, outcome, or extension',
  mend: 'fix',
  mends: 'fixes',
  lift: 'migration',
  lifted: 'migrated',
  anew: 'again',
  beside: 'next to, or in addition to',
  nobody: 'unknown, or no one',
  somebody: 'someone, or the actor',
};

/** Those of them that no comment, text, test or page has either, in any of their forms. */
const IN_TEXTS = new RegExp(
  `(?<!--)\\b(?:${[
    ...['[Jj]udge[sd]?', '[Jj]udging', '[Vv]erdicts?', '[Rr]osters?', '[Aa]new', '[Nn]obody', '[Ss]omebody'],
    ...[
      '[Tt]old',
      '[Tt]ells',
      '[Ss]ettle[sd]?',
      '[Ss]ettling',
      '[Bb]eside',
      '[Bb]esides',
      '[Ss]trangers?',
      '[Mm]ends?',
    ],
    ...['[Gg]athered', '[Ll]anes', 'is what it was said to be', 'is so already'],
  ].join('|')})\\b(?![@-])`,
  'g',
);

/** What a partner reads has no riddles: phrases that took a second reading, each with what says the same. */
const RIDDLES: Readonly<Record<string, RegExp>> = {
  'the response reports the first error': /violation answers/,
  'omitted or blank filters are ignored': /narrows? (?:nothing|further)|left out or blank/,
  'notified, or sends an event': /\b(?:is|are|was|were) told\b|\btold of\b/,
  already: /\bso already\b/,
  'next to': /\bbeside\b/,
  'result, status, outcome': /\bcame of it\b|\bcomes of it\b|\bbec[ao]mes? of (?:it|the)\b/,
  'not found': /\bstrangers?\b/,
};

/** Texts for partners that are no page of `docs/` alone: the documents, the catalogue of errors, what help and pages print. */
const FOR_PARTNERS = [
  ...['openapi.json', 'webhooks.json', 'lib/contract/errors.json', 'CHANGELOG.md', 'README.md'],
  ...['partners', 'webhooks', 'agents', 'sandbox', 'versioning'].map((name) => `docs/${name}.md`),
  ...guides.map(({ source }) => source),
  ...['tools/docs/client/README.md', 'tools/docs/client/python/README.md'],
];

/** Fields of responses, as the interface spells them, and attributes of stored items, which only a migration renames. */
const OF_THE_INTERFACE = new Set(['backGroundColor', 'claimedUntil']);

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _]/);

/** The words of a name that have another term. */
const replacedIn = (name: string): readonly string[] => wordsOf(name).filter((word) => Object.hasOwn(TERMS, word));

const isDeclared = (node: ts.Identifier): boolean => {
  const { parent } = node;
  const named = parent as ts.Node & { readonly name?: ts.Node };
  return named.name === node && !ts.isPropertyAccessExpression(parent) && !ts.isImportSpecifier(parent);
};

describe('The names of the sources', () => {
  it('are in the terms of the field', () => {
    const found: string[] = [];
    for (const file of ['lib', 'functions', 'cdk', 'tools'].flatMap(filesOf).filter(isSource))
      visit(file, (node) => {
        if (!ts.isIdentifier(node) || !isDeclared(node) || OF_THE_INTERFACE.has(node.text)) return;
        for (const word of replacedIn(node.text)) found.push(`${file}: ${node.text}: say ${TERMS[word]}`);
      });
    expect(found).toEqual([]);
  });

  it('are in no name of a file', () => {
    const files = ['lib', 'functions', 'cdk', 'tools', 'test', 'docs'].flatMap(filesOf);
    const found = files.filter((file) => replacedIn(file.replaceAll(/[^A-Za-z0-9]/g, ' ')).length > 0);
    expect(found).toEqual([]);
  });

  it('are not in comments, texts, tests and pages either', () => {
    const pages = filesOf('docs').filter((file) => /^docs\/(?:guides\/)?[^/]+\.md$/.test(file));
    const sources = ['lib', 'functions', 'cdk', 'tools', 'test'].flatMap(filesOf).filter(isSource);
    const files = [...sources, ...pages, 'README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];
    const found = files
      .filter((file) => file !== 'test/contract/names.test.ts')
      .flatMap((file) => (textOf(file).match(IN_TEXTS) ?? []).map((word) => `${file}: ${word}`));
    expect(found).toEqual([]);
  });

  it.each(FOR_PARTNERS)('%s has no riddles', (file) => {
    const text = textOf(file);
    const found = Object.entries(RIDDLES).flatMap(([better, phrase]) =>
      text.split('\n').flatMap((line, index) => (phrase.test(line) ? [`line ${index + 1}: say ${better}`] : [])),
    );
    expect([...found, ...(text.match(IN_TEXTS) ?? [])]).toEqual([]);
  });

  it.each([
    ['contactRoster', ['roster']],
    ['JUDGED_TOGETHER', ['judged']],
    ['inLanes', ['lanes']],
    ['background', []],
  ])('would show %s', (name, words) => expect(replacedIn(name)).toEqual(words));
});
