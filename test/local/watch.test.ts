/** `npm start -- --watch`: new bundles take the place of those that are served. */
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { operations } from '../../lib/operations.ts';
import { readAssembly } from '../../tools/local/assembly.ts';
import { watchFunctions } from '../../tools/local/watch.ts';
import { copySources, keepOperations } from '../stack/copied-sources.ts';

let directory: string;
let assembly: string;
let project: string;
let close: () => void;
const built: number[] = [];
const failed: string[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'watch-'));
  [assembly, project] = [join(directory, 'assembly'), join(directory, 'project')];
  await cp(inject('assemblyDirectory'), assembly, { recursive: true });
  await copySources(project);
  await keepOperations(project, [operations[0]!.id]);
  close = await watchFunctions(
    assembly,
    (milliseconds) => built.push(milliseconds),
    (reason) => failed.push(reason),
    project,
  );
});
afterAll(async () => {
  close();
  await rm(directory, { recursive: true });
});

const servedTexts = async (): Promise<string[]> => {
  const { functions } = await readAssembly(assembly);
  const directories = [...functions.values()].map(({ assetPath }) => join(assembly, assetPath));
  return Promise.all(directories.map((each) => readFile(join(each, 'index.mjs'), 'utf8')));
};

describe('A watch', () => {
  const marker = 'a-text-that-stands-nowhere-else';

  it('puts new bundles in place of each that has changed', async () => {
    await appendFile(join(project, 'functions', 'authorizer.ts'), `\nprocess.emitWarning('${marker}');\n`);
    await expect.poll(() => built.length).toBeGreaterThan(0);
    expect(failed).toEqual([]);
    expect((await servedTexts()).filter((text) => text.includes(marker))).toHaveLength(1);
    // A bundle that no function of the stage is made of goes nowhere.
    expect(existsSync(join(process.cwd(), 'index.mjs'))).toBe(false);
  });

  it('leaves what is served where the sources are broken, and says why', async () => {
    const before = await servedTexts();
    const file = join(project, 'functions', 'authorizer.ts');
    await writeFile(file, `${await readFile(file, 'utf8')}\nconst = ;\n`);
    await expect.poll(() => failed.join()).toContain('authorizer.ts');
    expect(await servedTexts()).toEqual(before);
  });
});
