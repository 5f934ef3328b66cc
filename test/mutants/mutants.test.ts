/** The list of mutants, without making any: each can be made, names tests that there are, and stands in the pages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** The mutants that a cell names. */
const namedIn = (cell = ''): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** What each row of the pages promises, and the mutants that it names as breaking it. */
const promised = [
  // | kind | who | what | how it is met | shown by | mutants |
  ...rowsOf('SECURITY.md', /^\| [STRIDE] \|/).map((cells) => ({ promise: `threat: ${cells[3]}`, names: cells[6] })),
  // | promise | mutants |, where the promise is a part's name or the number of a promise
  ...rowsOf('docs/trust.md', /^\| part `/).map((cells) => ({
    promise: `part: ${namedIn(cells[1])[0]}`,
    names: cells[2],
  })),
  ...rowsOf('docs/trust.md', /^\| \[writing once\]/).map((cells) => ({
    promise: `once: ${/ ([0-9]+)$/.exec(cells[1] ?? '')?.[1]}`,
    names: cells[2],
  })),
].map(({ promise, names }) => ({ promise, names: namedIn(names) }));

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

  it('name tests that there are', () => {
    const named = mutants.flatMap(({ name, tests }) => tests.map((test) => [name, ...test] as const));
    expect(named.filter(([, file, test]) => !textOf(file).includes(test))).toEqual([]);
    expect(mutants.filter(({ tests }) => tests.length === 0)).toEqual([]);
  });

  it.each(promised)('are named where it is promised: $promise', ({ promise, names }) => {
    const breaking = mutants.filter((mutant) => promise.startsWith(mutant.promise)).map(({ name }) => name);
    expect(names).toEqual(breaking);
    expect(names.length).toBeGreaterThan(0);
  });

  it('break a promise of the pages, each one', () => {
    const rows = ({ promise }: { promise: string }) => promised.filter((row) => row.promise.startsWith(promise)).length;
    expect(mutants.filter((mutant) => rows(mutant) !== 1).map(({ name, promise }) => [name, promise])).toEqual([]);
  });

  it('are named for every part of the trust run, and for every promise of a write', () => {
    const [, list = ''] = textOf('docs/writing-once.md').split('## What is promised');
    const numbers = [...(list.split('\n## ')[0] ?? '').matchAll(/^([0-9]+)\. /gm)].map(
      ([, number]) => `once: ${number}`,
    );
    expect(numbers.length).toBeGreaterThan(3);
    const expected = [...parts.map(({ name }) => `part: ${name}`), ...numbers];
    const found = promised.map(({ promise }) => promise).filter((promise) => !promise.startsWith('threat: '));
    expect(found.toSorted()).toEqual(expected.toSorted());
  });
});
