/** What docs/adding-an-operation.md adds; adding-an-operation.long.test.ts compiles, tests, serves and calls it. */
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { followPage, LIST, NEIGHBOURS, pageNamed } from './followed-page.ts';

const PAGE = 'adding-an-operation.md';
let files: ReadonlyMap<string, string>;

beforeAll(async () => {
  const followed = await followPage(PAGE, NEIGHBOURS);
  ({ files } = followed);
  return followed.remove;
});

describe('The page', () => {
  it('has a contract, its cases, a rule with a test, a function and a row, in less than 200 lines', async () => {
    expect([...files.keys()]).toEqual([
      'lib/listing/contracts/get-opening-hours.ts',
      'lib/listing/contracts/get-opening-hours.cases.ts',
      'lib/listing/rules/opening-hours.ts',
      'test/lib/listing/rules/opening-hours.test.ts',
      'functions/listing/get-opening-hours.ts',
      LIST,
    ]);
    expect((await readFile(pageNamed(PAGE), 'utf8')).split('\n').length).toBeLessThan(200);
  });
});
