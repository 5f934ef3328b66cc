/** The list of mutants, without making any: each can be made, names tests that there are, and stands in the pages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { parts } from '../trust/parts.ts';
import { mutate, occurrences } from './mutant.ts';
import { mutants } from './mutants.ts';

const texts = new Map<string, string>();
const textOf = (file: string): string => {
  const text = texts.get(file) ?? readFileSync(join(projectRoot, file), 'utf8');
  texts.set(file, text);
  return text;
};

const rowsOf = (page: string, begins: RegExp): readonly (readonly string[])[] =>
  textOf(page)
    .split('\n')
    .filter((line) => begins.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));

const identifiersIn = (text: string): ts.Identifier[] => {
  const found: ts.Identifier[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true));
  return found;
};

const namesIn = (text: string): ReadonlySet<string> => new Set(identifiersIn(text).map(({ text: name }) => name));

/** Names of values that an expression refers to, which are neither properties nor declared there. */
const referencesIn = (text: string): string[] => {
  const identifiers = identifiersIn(text);
  const declared = new Set(
    identifiers
      .filter(({ parent }) => 'name' in parent && !ts.isPropertyAccessExpression(parent))
      .map((each) => each.text),
  );
  return identifiers
    .filter(({ parent }) => ts.isExpression(parent) || ts.isReturnStatement(parent) || ts.isIfStatement(parent))
    .filter((each) => !ts.isPropertyAccessExpression(each.parent) || each.parent.expression === each)
    .map((each) => each.text)
    .filter((name) => !declared.has(name));
};

/** What each threat of SECURITY.md says is done: | kind | who | what | how it is met | shown by | */
const promised = rowsOf('SECURITY.md', /^\| [STRIDE] \|/).map((cells) => `threat: ${cells[3]}`);

describe('Mutants', () => {
  it('are many, each with a name of its own', () => {
    const names = mutants.map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(60);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name))).toEqual([]);
  });

  it('change what stands in its source once', () => {
    const wrong = mutants.filter(({ file, find }) => occurrences(textOf(file), find) !== 1);
    expect(wrong.map(({ name, file, find }) => [name, file, find])).toEqual([]);
    expect(mutants.filter((mutant) => mutate(textOf(mutant.file), mutant) === textOf(mutant.file))).toEqual([]);
  });

  it('refer to nothing that their source does not know', () => {
    const unknown = mutants
      .filter(({ file }) => file.endsWith('.ts'))
      .flatMap((mutant) => {
        const known = namesIn(textOf(mutant.file));
        const referred = referencesIn(mutate(textOf(mutant.file), mutant));
        return referred.filter((name) => !known.has(name) && !(name in globalThis)).map((name) => [mutant.name, name]);
      });
    expect(unknown).toEqual([]);
  });

  it('name tests that there are', () => {
    const named = mutants.flatMap(({ name, tests }) => tests.map((test) => [name, ...test] as const));
    expect(named.filter(([, file, test]) => !textOf(file).includes(test))).toEqual([]);
    expect(mutants.filter(({ tests }) => tests.length === 0)).toEqual([]);
  });

  it('break a promise, each one, and each promise is broken by one', () => {
    const [, list = ''] = textOf('docs/writing-once.md').split('## What is promised');
    const numbers = [...(list.split('\n## ')[0] ?? '').matchAll(/^([0-9]+)\. /gm)].map(
      ([, number]) => `once: ${number}`,
    );
    expect(numbers.length).toBeGreaterThan(3);
    const others = [...parts.map(({ name }) => `part: ${name}`), ...numbers];
    const unknown = mutants.filter(
      ({ promise }) => !others.includes(promise) && promised.filter((row) => row.startsWith(promise)).length !== 1,
    );
    expect(unknown.map(({ name, promise }) => [name, promise])).toEqual([]);
    expect(others.filter((promise) => !mutants.some((mutant) => mutant.promise === promise))).toEqual([]);
    expect(promised.filter((row) => !mutants.some(({ promise }) => row.startsWith(promise)))).toEqual([]);
    expect(promised.length).toBeGreaterThan(30);
  });
});
