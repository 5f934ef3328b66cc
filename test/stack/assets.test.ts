/** The bundles as they are deployed: the assets of the assembly. */
import { readdir, readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleFunctions, projectRoot } from '../../cdk/build/bundle.ts';
import { eventFunctions } from '../../cdk/build/functions.ts';
import { operations } from '../../lib/operations.ts';
import { tried } from '../support/chosen.ts';
import { defaultStage, ofType, type Synthesized, temporaryDirectory } from './synthesized.ts';

let prod: Synthesized;

beforeAll(async () => {
  prod = await defaultStage();
});

describe('The bundles', () => {
  interface Bundle {
    readonly id: string;
    readonly directory: string;
    /** The text of each file by its name. */
    readonly files: Record<string, string>;
  }

  const bundlesOf = async ({ directory }: Synthesized): Promise<Bundle[]> =>
    Promise.all(
      ofType(prod, 'AWS::Lambda::Function').map(async ([id, { Code }]) => {
        const asset = join(directory, `asset.${Code.S3Key.replace('.zip', '')}`);
        const names = await readdir(asset);
        const texts = await Promise.all(names.map((name) => readFile(join(asset, name), 'utf8')));
        return { id, directory: asset, files: Object.fromEntries(names.map((name, index) => [name, texts[index]!])) };
      }),
    );

  /** What takes a fifth of a second for each. */
  const some = (all: Bundle[]) => tried(all, 15, { salt: 'bundles', nameOf: ({ id }) => id });

  it('hold one file, and for each operation the search for all its violations', async () => {
    const counts = {
      'index.mjs': operations.length + 1 + eventFunctions.length,
      // The rows of bulk updates are checked as requests.
      'all-violations.mjs': operations.length + 1,
    };
    const names = (await bundlesOf(prod)).flatMap(({ files }) => Object.keys(files));
    for (const [name, count] of Object.entries(counts))
      expect(names.filter((one) => one === name).length, name).toBe(count);
    expect(new Set(names)).toEqual(new Set(Object.keys(counts)));
  });

  it('hold all that they import, but for the modules of Node', async () => {
    for (const { id, directory, files } of some(await bundlesOf(prod))) {
      const { metafile } = await build({
        entryPoints: [join(directory, 'index.mjs')],
        absWorkingDir: directory,
        bundle: true,
        packages: 'external',
        platform: 'node',
        format: 'esm',
        metafile: true,
        write: false,
      });
      for (const [name, { imports }] of Object.entries(metafile.inputs)) {
        expect(Object.keys(files), id).toContain(name);
        const others = imports.map(({ path }) => path).filter((path) => !isBuiltin(path) && !files[path]);
        expect(others, `${id} ${name}`).toEqual([]);
      }
    }
  });

  it('hold no schema compiler, and no path of this machine', async () => {
    for (const { id, files } of await bundlesOf(prod))
      for (const text of ['strictTypes', 'allowUnionTypes', 'validator:', projectRoot, homedir(), tmpdir()])
        if (text.length > 1) expect(Object.values(files).join().includes(text), `${id} holds ${text}`).toBe(false);
  });

  it('do not depend on what is bundled next to them', async () => {
    const alone = await bundleFunctions(await temporaryDirectory(), ['functions/authorizer.ts']);
    const code = await readFile(join(alone.authorizer!, 'index.mjs'), 'utf8');
    expect((await bundlesOf(prod)).map(({ files }) => files['index.mjs'])).toContain(code);
  });

  it('load, and export a handler', async () => {
    for (const { id, directory } of some(await bundlesOf(prod))) {
      const { handler } = await import(/* @vite-ignore */ join(directory, 'index.mjs'));
      expect(typeof handler, id).toBe('function');
    }
  });
});
