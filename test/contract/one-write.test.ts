/**
 * One place decides whether a write has landed, and one loop repeats writes (docs/writing-once.md): what stands outside of
 * `lib/dynamodb` uses both, and can't copy either.
 */
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { filesOf, isSource, visit } from './source-files.ts';

const HOME = 'lib/dynamodb/';
const modules = ['lib', 'functions'].flatMap(filesOf).filter((file) => isSource(file) && !file.startsWith(HOME));

/** What a module may take of marks: it makes them and hands them on, and compares none with those that an item keeps. */
const OF_MARKS = [
  ...['asQuiet', 'firstMark', 'isQuiet', 'markAbove', 'markAttributes', 'newestMark'],
  ...['nextMark', 'noteMarks', 'oneWriteLater', 'versionOf', 'writtenAt'],
];
/** Modules of `lib/dynamodb/writes` that only the others of them use. */
const OWN = ['fate.ts', 'transactions.ts'];

/** Transactions that decide nothing: what others wrote meanwhile is left to the next showing of the stream. */
const SWEEPS = [
  'lib/insight/count.ts',
  // Removes a command whose jobs are all put, with its due item; a newer command stays.
  'lib/social/change-post.ts',
  // Puts what is not there yet of a started post: what a lost answer put is passed over when it is read again.
  'lib/social/start-post.ts',
  // Removes changes of tickets that are no longer kept.
  'lib/tickets/prune.ts',
];

/** Calls of other services are repeated too. */
const PAUSES = ['lib/bucket/client.ts', 'lib/queue/client.ts'];

/** A call of this name writes. */
const WRITES = /(?:^|\.)(?:write|save|update|put|remove|delete|create|replace|set|add|change|transact|take)\w*$/;

/** Loops around other writes than of one record. */
const COUNTING: readonly string[] = [
  // Job after job that is due, each ended by its own write.
  'lib/bulk/end-late.ts',
  // Puts an entry again under a later time: both may stay (docs/bulk.md: changes).
  'lib/changes/repository/noting.ts',
  // Round after round of accounts and locations, each deleted by the one write.
  'lib/sandbox/reset.ts',
  // Looks for a free lease again, while a quick webhook has its share of requests in flight.
  'lib/subscriptions/permit.ts',
  // The five leases of a webhook, one after another: each is free or not, and has no marks.
  'lib/subscriptions/repository/leases.ts',
  // Those of a partner likewise.
  'lib/subscriptions/repository/partner-requests.ts',
];

interface Offence {
  readonly file: string;
  readonly what: string;
}

const offencesIn = (file: string): readonly Offence[] => {
  const found: Offence[] = [];
  const add = (what: string) => found.push({ file, what });
  visit(file, (node) => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const { text } = node.moduleSpecifier;
      const bindings = node.importClause?.namedBindings;
      const isType = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
      const names = bindings && ts.isNamedImports(bindings) ? bindings.elements : [];
      for (const { name, isTypeOnly } of names) {
        if (isType || isTypeOnly) continue;
        if (text.endsWith('/writes/marks.ts') && !OF_MARKS.includes(name.text)) add(`takes ${name.text}`);
        if (OWN.some((own) => text.endsWith(`/writes/${own}`))) add(`takes ${name.text}`);
        if (name.text === 'pauseBefore') add('pauses');
      }
    }
    if (ts.isPropertyAccessExpression(node) && node.name.text === 'uncertain') add('asks what is uncertain');
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'uncertain') add('asks what is uncertain');
    if (ts.isBindingElement(node) && (node.propertyName ?? node.name).getText() === 'uncertain')
      add('asks what is uncertain');
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'transact'
    )
      add('transacts');
    if (ts.isForStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node)) {
      let waits = false;
      const see = (each: ts.Node): void => {
        waits ||= ts.isAwaitExpression(each) && WRITES.test(each.expression.getText().split('(')[0]!);
        if (!ts.isFunctionLike(each)) ts.forEachChild(each, see);
      };
      ts.forEachChild(node.statement, see);
      if (waits) add('repeats');
    }
  });
  return found;
};

const offences = modules.flatMap(offencesIn);
const filesThat = (what: string) =>
  [...new Set(offences.filter((each) => each.what === what).map(({ file }) => file))].toSorted();

describe('Outside of lib/dynamodb', () => {
  it('no module reads the marks that an item keeps, or asks for the fate of a write', () => {
    expect(offences.filter(({ what }) => what.startsWith('takes '))).toEqual([]);
  });

  it('no module sends a transaction of its own, but what decides nothing by it', () => {
    expect(filesThat('transacts')).toEqual(SWEEPS);
  });

  it('no module asks whether a try is of unknown fate, or says so itself', () => {
    expect(filesThat('asks what is uncertain')).toEqual([]);
  });

  it('no module repeats a write in a loop of its own', () => {
    expect(filesThat('pauses')).toEqual(PAUSES);
    expect(filesThat('repeats')).toEqual(COUNTING);
  });
});
