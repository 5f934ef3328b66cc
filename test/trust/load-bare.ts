/** The stack with the benchmark's bare handler in the place of two operations: the same gateway, table and requests. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { operations } from '../../lib/operations.ts';
import { readAssembly } from '../../tools/local/assembly.ts';
import type { Resource } from '../../tools/local/model.ts';

/** The operations that the bare handler has. */
export const bareOperations = operations.filter(({ id }) => id === 'updateBusiness' || id === 'getContact');

const functionIdsOf = (resource: Resource): string[] => [
  ...bareOperations
    .filter(({ path }) => path === resource.path)
    .flatMap(({ method }) => resource.methods.get(method)?.functionId ?? []),
  ...[...resource.children].flatMap((child) => functionIdsOf(child)),
];

/** The stack has the gateway hand bodies over as Base64, for the sake of answers in gzip. */
const ENTRY = `
  import { handler as bare } from './bare.js';
  export const handler = ({ body, isBase64Encoded, ...event }) =>
    bare({ ...event, body: isBase64Encoded ? Buffer.from(body, 'base64').toString() : body });
`;

/** Makes the assembly again with the bare handler in it; answers with its directory, to be removed by the caller. */
export const bareAssembly = async (assemblyDirectory: string): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'bare-'));
  await cp(assemblyDirectory, directory, { recursive: true });
  const { root, functions } = await readAssembly(directory);
  for (const id of functionIdsOf(root)) {
    const asset = join(directory, functions.get(id)!.assetPath);
    await rm(asset, { recursive: true });
    await build({
      absWorkingDir: projectRoot,
      stdin: { contents: ENTRY, resolveDir: join(import.meta.dirname, '../bench/variants') },
      outfile: join(asset, 'index.cjs'),
      bundle: true,
      platform: 'node',
      target: 'node24',
      format: 'cjs',
      logLevel: 'error',
    });
  }
  return directory;
};
