/** Once for the whole run: the engine that every test talks to, the bundles of the functions, and the synthesized stack. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEngine } from '../../cdk/tools/local/engine.ts';
import { keptAssembly } from './kept-assembly.ts';
import { countNothing } from './usage.ts';

declare module 'vitest' {
  interface ProvidedContext {
    endpoint: string;
    assemblyDirectory: string;
    /** Where the functions lie bundled: what `synthesize` takes as `bundles`. */
    bundleDirectory: string;
    /** What one run of a command has compiled, for the next one. */
    compiledDirectory: string;
    /** The items that records were imported as: `kept-records.ts`. */
    itemsDirectory: string;
  }
}

/** `TEST_ASSEMBLY` names a directory that holds bundles and stack already: test/mutants, for tests that look at neither. */
const made = process.env.TEST_ASSEMBLY;

export default async ({ provide }: TestProject) => {
  const compiled = await mkdtemp(join(tmpdir(), 'compiled-'));
  provide('compiledDirectory', compiled);
  const items = await mkdtemp(join(tmpdir(), 'items-'));
  provide('itemsDirectory', items);
  const usage = await countNothing();
  const [engine, { assembly, bundles }] = await Promise.all([
    startEngine(),
    made ? { assembly: made, bundles: join(made, 'bundles') } : keptAssembly(),
  ]);
  provide('endpoint', engine.endpoint);
  provide('assemblyDirectory', assembly);
  provide('bundleDirectory', bundles);
  return async () => {
    await engine.stop();
    await usage.close();
    await rm(items, { recursive: true, force: true });
    // A command that was ended late may still write there.
    await rm(compiled, { recursive: true, force: true, maxRetries: 5 });
  };
};
