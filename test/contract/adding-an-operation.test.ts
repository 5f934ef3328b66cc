/** What docs/adding-an-operation.md adds compiles and has a test; adding-an-operation.long.test.ts serves and calls it. */
import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { followPage, LIST, PAGE } from './followed-page.ts';

const run = promisify(execFile);

let copy: string;
let files: ReadonlyMap<string, string>;

beforeAll(async () => {
  const followed = await followPage();
  ({ copy, files } = followed);
  return followed.remove;
});

// The compiler takes its time where others work beside it.
describe('The page', { timeout: 60_000 }, () => {
  it('has a contract, its cases, a rule with a test, a function and a row, in less than 200 lines', async () => {
    expect([...files.keys()]).toEqual([
      'lib/listing/contracts/get-opening-hours.ts',
      'lib/listing/contracts/get-opening-hours.cases.ts',
      'lib/listing/rules/opening-hours.ts',
      'test/lib/listing/rules/opening-hours.test.ts',
      'functions/listing/get-opening-hours.ts',
      LIST,
    ]);
    expect((await readFile(PAGE, 'utf8')).split('\n').length).toBeLessThan(200);
  });

  it('has code that compiles, and is formatted but for the order of the list', async () => {
    const own = join(copy, 'tsconfig.own.json');
    // Beside the page's files only declarations: what they import comes along.
    const include = [...files.keys(), 'lib/**/*.d.ts'];
    await writeFile(own, JSON.stringify({ extends: './tsconfig.json', include }));
    await run(join(projectRoot, 'node_modules/.bin/tsc'), ['-p', own], { cwd: copy });
    await cp(join(projectRoot, 'biome.json'), join(copy, 'biome.json'));
    const formatted = [...files.keys()].filter((file) => file !== LIST);
    const biome = ['check', '--vcs-enabled=false', ...formatted];
    await run(join(projectRoot, 'node_modules/.bin/biome'), biome, { cwd: copy });
  });

  it('has a test that passes', async () => {
    const config = "export default { test: { include: ['test/lib/listing/**/*.test.ts'] } };\n";
    await writeFile(join(copy, 'vitest.own.config.mjs'), config);
    const arguments_ = ['run', '--config', 'vitest.own.config.mjs'];
    const { stdout } = await run(join(projectRoot, 'node_modules/.bin/vitest'), arguments_, { cwd: copy });
    expect(stdout).toMatch(/1 passed/);
  });
});
