/** Once for the whole run: the engine that every test talks to, the bundles of the functions, and the synthesized stack. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEngine } from '../../tools/local/engine.ts';
import { readAssemblyRoles } from '../../tools/local/iam/roles.ts';
import { keptAssembly } from './kept-assembly.ts';
import { hadAllTests, unusedRights } from './roles/unused.ts';
import { countNothing } from './usage.ts';

declare module 'vitest' {
  interface ProvidedContext {
    endpoint: string;
    assemblyDirectory: string;
    /** Where the functions lie bundled: what `synthesize` takes as `bundles`. */
    bundleDirectory: string;
    /** What one run of a command has compiled, for the next one. */
    compiledDirectory: string;
    /** The roles of the functions, as `readRoles` has them. */
    rolesFile: string;
    /** Where each worker writes which rights its tests used: `roles/unused.ts`. */
    rightsDirectory: string;
    /** The items that records were imported as: `kept-records.ts`. */
    itemsDirectory: string;
  }
}

/** `TEST_ASSEMBLY` names a directory that holds bundles and stack already: test/mutants, for tests that look at neither. */
const made = process.env.TEST_ASSEMBLY;

export default async (project: TestProject) => {
  const { provide } = project;
  const compiled = await mkdtemp(join(tmpdir(), 'compiled-'));
  provide('compiledDirectory', compiled);
  const items = await mkdtemp(join(tmpdir(), 'items-'));
  provide('itemsDirectory', items);
  const usage = await countNothing();
  const [engine, { assembly, bundles }] = await Promise.all([
    startEngine(),
    made ? { assembly: made, bundles: join(made, 'bundles') } : keptAssembly(),
  ]);
  const rights = await mkdtemp(join(tmpdir(), 'rights-'));
  provide('rightsDirectory', rights);
  const rolesFile = join(rights, 'roles.json');
  const roles = await readAssemblyRoles(assembly);
  await writeFile(rolesFile, JSON.stringify(roles));
  provide('rolesFile', rolesFile);
  provide('endpoint', engine.endpoint);
  provide('assemblyDirectory', assembly);
  provide('bundleDirectory', bundles);
  return async () => {
    await engine.stop();
    await usage.close();
    const unused = (await hadAllTests(project)) ? await unusedRights(roles, rights) : [];
    await rm(rights, { recursive: true, force: true });
    await rm(items, { recursive: true, force: true });
    // A command that was ended late may still write there.
    await rm(compiled, { recursive: true, force: true, maxRetries: 5 });
    if (unused.length > 0) throw new Error(`No test uses these rights of functions:\n  ${unused.join('\n  ')}`);
  };
};
