/** The bundles that are deployed: small, and without what the functions' client replaces. */
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtinsPlugin } from '../../cdk/build/builtins.ts';
import { bundleFunctions, projectRoot } from '../../cdk/build/bundle.ts';
import { leanSdkPlugin, replacements } from '../../cdk/build/lean-sdk.ts';
import { call } from '../support/call.ts';
import { load } from '../support/load.ts';
import { createTestTable } from '../support/store.ts';
import { world } from '../support/world.ts';

const LIMIT = 270_000;

let directory: string;
let bundles: Record<string, string>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bundles-'));
  const entries = (await readdir(join(projectRoot, 'functions'), { recursive: true })).filter((file) =>
    file.endsWith('.ts'),
  );
  bundles = await bundleFunctions(
    directory,
    entries.map((entry) => `functions/${entry}`),
  );
});
afterAll(() => rm(directory, { recursive: true }));

/** Bundles a few lines that stand for a function. */
const bundle = async (source: string) => {
  const entry = join(directory, 'entry.js');
  await writeFile(entry, source);
  return build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    conditions: ['module'],
    nodePaths: [join(projectRoot, 'node_modules')],
    logLevel: 'silent',
    plugins: [leanSdkPlugin(), builtinsPlugin()],
  });
};

describe('The bundles', () => {
  it(`are smaller than ${LIMIT / 1000} kB each`, async () => {
    for (const [name, path] of Object.entries(bundles)) {
      expect((await stat(join(path, 'index.mjs'))).size, name).toBeLessThan(LIMIT);
    }
  });

  it("import none of Node's modules as ES modules do", async () => {
    for (const [name, path] of Object.entries(bundles)) {
      const text = await readFile(join(path, 'index.mjs'), 'utf8');
      // No import statement at all, and one import() at most: of the file beside it.
      expect(text.match(/(?:^|[;}\n])import(?![(\w$.])[^;]{0,200}?["']/g), name).toBeNull();
      expect(text, name).toContain('process.getBuiltinModule');
    }
  });

  it('find every violation with the file beside them', async () => {
    expect(await load(await createTestTable(), world)).toEqual([]);
    const file = join(bundles['update-business']!, 'index.mjs');
    const { handler } = await import(/* @vite-ignore */ pathToFileURL(file).href);
    const request = { path: { businessId: '101' }, body: { name: 'a', phone: 7 } };
    const { status, body } = await call(handler, { ...request, headers: { accept: 'application/problem+json' } });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body.errors.length).toBeGreaterThan(1);
  });
});

describe('What the client replaces', () => {
  it('fails the build when it is asked for no more', async () => {
    const failure = await bundle('export const handler = async () => {};').catch((error) => error);
    const texts = failure.errors.map(({ text }: { text: string }) => text);
    for (const { module } of replacements) {
      expect(texts).toContain(`Nothing imports ${module} any more: mend or drop its replacement`);
    }
  });

  it('fails the build when more of it is asked for than its replacement has', async () => {
    const source = `export * from '@aws-sdk/client-dynamodb'; export { fromIni } from '@aws-sdk/credential-provider-node';`;
    await expect(bundle(source)).rejects.toThrow('No matching export');
  });

  it('says so when it is called after all', async () => {
    const path = join(directory, 'called.mjs');
    const [output] = (
      await bundle(`import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
        export const run = () => new DynamoDBClient({ region: 'us-east-1' }).send(new ListTablesCommand({}));`)
    ).outputFiles;
    await writeFile(path, output!.contents);
    const { run } = await import(/* @vite-ignore */ pathToFileURL(path).href);
    await expect(async () => run()).rejects.toThrow('is left out of the bundle');
  });
});
