/** Once for the whole run: the engine that every test talks to, the bundles of the functions, and the synthesized stack. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { synthesize } from '../../cdk/assembly.ts';
import { bundleAll } from '../../cdk/build/functions.ts';
import { startEngine } from '../../cdk/tools/local/engine.ts';
import { countNothing } from './usage.ts';

declare module 'vitest' {
  interface ProvidedContext {
    endpoint: string;
    assemblyDirectory: string;
    /** Where the functions lie bundled: what `synthesize` takes as `bundles`. */
    bundleDirectory: string;
    /** What one run of a command has compiled, for the next one. */
    compiledDirectory: string;
  }
}

/** `TEST_ASSEMBLY` names a directory that holds bundles and stack already: test/mutants, for tests that look at neither. */
const made = process.env.TEST_ASSEMBLY;

export default async ({ provide }: TestProject) => {
  const compiled = await mkdtemp(join(tmpdir(), 'compiled-'));
  provide('compiledDirectory', compiled);
  // Workers and what they start have it from here.
  process.env.NODE_COMPILE_CACHE = compiled;
  const usage = await countNothing();
  // A command that was ended late may still write there.
  const forget = () => rm(compiled, { recursive: true, force: true, maxRetries: 5 });
  if (made) {
    const engine = await startEngine();
    provide('endpoint', engine.endpoint);
    provide('assemblyDirectory', made);
    provide('bundleDirectory', join(made, 'bundles'));
    return async () => {
      await engine.stop();
      await usage.close();
      await forget();
    };
  }
  const directory = await mkdtemp(join(tmpdir(), 'assembly-'));
  const bundles = join(directory, 'bundles');
  const [engine] = await Promise.all([startEngine(), bundleAll(bundles)]);
  const assembly = await synthesize({ outdir: directory, bundles });
  provide('endpoint', engine.endpoint);
  provide('assemblyDirectory', assembly.directory);
  provide('bundleDirectory', bundles);
  return async () => {
    await engine.stop();
    await usage.close();
    await rm(directory, { recursive: true, force: true });
    await forget();
  };
};
