/**
 * `node test/bench/start.ts [COUNT]`: how long `npm start` takes with so many operations (60 unless it says otherwise), and
 * what it takes at rest. The operations are copies of the real ones, in a copy of the project that is gone afterwards.
 */
import { spawn } from 'node:child_process';
import { copyFile, cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { operations } from '../../lib/operations.ts';

/** The table of operations with copies behind it: other ids, paths and function files, the same contracts. */
const tableOf = (count: number): string => `import { operations as own } from './operations-own.ts';
export * from './operations-own.ts';
export const operations = Array.from({ length: ${count} }, (_, index) => {
  const like = own[index % own.length]!;
  if (index < own.length) return like;
  const copy = Math.floor(index / own.length);
  return {
    ...like,
    id: like.id + 'Copy' + copy,
    path: like.path + '/copy' + copy,
    entry: like.entry + '-copy-' + copy,
  };
});
`;

/** A copy of the project with so many operations. */
const copyProject = async (count: number): Promise<string> => {
  const copy = await mkdtemp(join(tmpdir(), 'many-operations-'));
  for (const part of [
    'cdk',
    'functions',
    'lib',
    'tools',
    'openapi.json',
    'cdk.json',
    'package.json',
    'package-lock.json',
  ])
    await cp(join(projectRoot, part), join(copy, part), { recursive: true });
  await symlink(join(projectRoot, 'node_modules'), join(copy, 'node_modules'));
  await rename(join(copy, 'lib/operations.ts'), join(copy, 'lib/operations-own.ts'));
  await writeFile(join(copy, 'lib/operations.ts'), tableOf(count));
  for (let index = operations.length; index < count; index++) {
    const { module, entry } = operations[index % operations.length]!;
    const file = join(copy, 'functions', module, `${entry}.ts`);
    await copyFile(file, join(dirname(file), `${entry}-copy-${Math.floor(index / operations.length)}.ts`));
  }
  return copy;
};

/** The process and all that it has started, with what each keeps in memory, in megabytes. Only Linux shows it. */
const memoryOf = async (root: number): Promise<readonly { readonly command: string; readonly megabytes: number }[]> => {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const status = async (id: string) => {
    const text = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
    const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
    const command = /^Name:\s+(.+)$/m.exec(text)?.[1] ?? '';
    return { id: Number(id), parent: field('PPid'), command, megabytes: Math.round(field('VmRSS') / 1024) };
  };
  const all = await Promise.all(ids.map(status));
  const family = new Set([root]);
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const { id, parent } of all) if (family.has(parent)) family.add(id);
  }
  return all.filter(({ id }) => family.has(id));
};

const main = async (count: number): Promise<void> => {
  const copy = await copyProject(count);
  const started = performance.now();
  const { DYNAMODB_ENDPOINT: _, ...env } = process.env;
  const child = spawn(process.execPath, ['tools/local/start.ts', '--port', '0'], {
    cwd: copy,
    env: { ...env, CDK_OUTDIR: join(copy, 'cdk.out') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await new Promise<void>((ready, failed) => {
      let output = '';
      child.stdout.on('data', (chunk) => {
        output += chunk;
        if (output.includes('Ready at')) ready();
      });
      child.once('exit', () => failed(new Error(`npm start ended before it was ready:\n${output}`)));
    });
    console.log(`${count} operations: ready after ${((performance.now() - started) / 1000).toFixed(1)} s`);
    const processes = await memoryOf(child.pid!);
    for (const { command, megabytes } of processes) console.log(`  ${command}: ${megabytes} MB`);
    console.log(`  in all: ${processes.reduce((sum, { megabytes }) => sum + megabytes, 0)} MB at rest`);
  } finally {
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGINT');
    await ended;
    await rm(copy, { recursive: true, force: true });
  }
};

await main(Number(process.argv[2] ?? 60));
