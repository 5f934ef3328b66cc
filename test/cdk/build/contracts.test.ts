/** What bundles are built of in place of the sources. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { projectRoot, settings } from '../../../cdk/build/bundle.ts';
import { contractsPlugin, dataModule, leftOf, moduleOf } from '../../../cdk/build/contracts.ts';
import * as categoryParts from '../../../lib/catalog/category-files.ts';
import { operations } from '../../../lib/operations.ts';

const catalogues = join(projectRoot, 'lib/catalog');
const inBundle = async (data: unknown): Promise<unknown> => {
  const url = `data:text/javascript,${encodeURIComponent(dataModule({ default: data }))}`;
  return (await import(/* @vite-ignore */ url)).default;
};

it('Data in a bundle is what the file has', async () => {
  const files = (await readdir(catalogues)).filter((file) => file.endsWith('.json'));
  expect(files.length).toBeGreaterThan(8);
  for (const file of files) {
    const data = JSON.parse(await readFile(join(catalogues, file), 'utf8'));
    expect([file, await inBundle(data)]).toEqual([file, data]);
  }
});

it('What is made of a catalogue is in a bundle what it is in the source', async () => {
  const url = `data:text/javascript,${encodeURIComponent(dataModule(categoryParts))}`;
  expect({ ...(await import(/* @vite-ignore */ url)) }).toEqual({ ...categoryParts });
});

it.each([
  [[]],
  [[{}]],
  [[{ a: null }]],
  [[{ a: 1 }, { b: [2] }, { a: false, b: { c: 0 } }, {}]],
  [['text']],
  [[[1]]],
  [{ a: 1 }],
])('Data of any form is kept: %j', async (data) => {
  expect(await inBundle(data)).toEqual(data);
});

const nothing = (): undefined => undefined;

it.each([
  ...[undefined, nothing, Symbol('a'), 1n, Number.NaN, new Date(0), new Set([1]), new Map([[1, 2]]), /a/],
  ...[[nothing], { a: { b: nothing } }, { a: [new Set()] }],
])('What JSON would lose is no export of a contract: %o', (value) => {
  expect(moduleOf({ kept: 1, value })).toBe('export const kept=1;');
});

it.each([
  ["import { nullable } from './lib/social/contracts/shared-schemas.ts'; export default nullable;"],
  ["import * as schemas from './lib/social/contracts/shared-schemas.ts'; export default schemas.nullable;"],
])('A bundle that needs it is refused: %s', async (contents) => {
  const stdin = { contents, resolveDir: projectRoot, loader: 'ts' } as const;
  const built = build({ ...settings, plugins: [contractsPlugin()], stdin, write: false, logLevel: 'silent' });
  await expect(built).rejects.toThrow('nullable');
});

const limitsIn = (schema: unknown): unknown[] =>
  typeof schema !== 'object' || schema === null
    ? []
    : Object.entries(schema).flatMap(([name, each]) => {
        if (name === 'x-limits') return [];
        return name === 'maxItems' ? [each] : limitsIn(each);
      });

it('The limits of lists are in a bundle too: long lists are cut by them', () => {
  const limits = operations.map(({ id, request }) => [id, limitsIn(request)]);
  expect(limits.filter(([, each]) => each!.length > 0).length).toBeGreaterThan(20);
  expect(operations.map(({ id, request }) => [id, limitsIn(JSON.parse(leftOf(request ?? {})))])).toEqual(limits);
});
