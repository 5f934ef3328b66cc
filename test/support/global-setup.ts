/** Once for the whole run: the engine that every test talks to, and the synthesized stack. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { synthesize } from '../../cdk/build/assembly.ts';
import { startEngine } from '../../cdk/tools/local/engine.ts';

declare module 'vitest' {
  interface ProvidedContext {
    endpoint: string;
    assemblyDirectory: string;
  }
}

export default async ({ provide }: TestProject) => {
  const directory = await mkdtemp(join(tmpdir(), 'assembly-'));
  const assembly = await synthesize({ outdir: directory });
  const engine = await startEngine();
  provide('endpoint', engine.endpoint);
  provide('assemblyDirectory', assembly.directory);
  return async () => {
    await engine.stop();
    await rm(directory, { recursive: true, force: true });
  };
};
