/**
 * The operators' commands on a large table, through a proxy that adds milliseconds to each call: time and memory of each
 * (docs/commands.md: how long they take). `node test/bench/whole-table.ts --items 1000000 --spoil 300000`
 */
import { execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { startEngine } from '../../tools/local/engine.ts';
import { scratchFolder } from '../../tools/scratch-folder.ts';
import { makeWorld, numberOf, partnerOfCopy } from './whole-table-world.ts';

export interface Measured {
  readonly command: string;
  readonly status: number;
  readonly seconds: number;
  /** Of a processor, of all threads of the command. It says more than `seconds` of a machine that others use too. */
  readonly processorSeconds: number;
  /** The most resident memory. */
  readonly megabytes: number;
  readonly result: unknown;
}

/** The flags of `npm run admin`. */
const FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=30'];

/** Of Linux, in `/proc/<pid>/stat`. */
const TICKS_A_SECOND = 100;

/** `kill`: ends it after so many milliseconds, as `kill -9` does. */
export const runCommand = async (args: readonly string[], { kill }: { kill?: number } = {}): Promise<Measured> => {
  const begun = performance.now();
  const child = spawn(process.execPath, [...FLAGS, join(projectRoot, 'tools/admin/admin.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [said, logged, megabytes, ticks] = ['', '', 0, 0];
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr.on('data', (chunk) => {
    logged += chunk;
  });
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    megabytes = Math.max(megabytes, Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? 0) / 1000);
    // The name of the program is in parentheses; utime and stime are the 12th and 13th fields after it.
    const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8').catch(() => '');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    ticks = Math.max(ticks, (user ?? 0) + (system ?? 0));
  }, 100);
  const killed = kill === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), kill);
  const [status] = await once(child, 'close');
  clearInterval(timer);
  clearTimeout(killed);
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  const lines = said.trim().split('\n');
  const isJson = lines.length === 1 && said.startsWith('{');
  return {
    command: args.filter((arg) => !arg.startsWith('http')).join(' '),
    status: status ?? -1,
    seconds,
    processorSeconds: ticks / TICKS_A_SECOND,
    megabytes: Math.round(megabytes),
    result: isJson ? JSON.parse(said) : { lines: lines.length, last: logged.trim().split('\n').slice(-2) },
  };
};

export interface BenchOptions {
  readonly items: number;
  readonly spoil: number;
  readonly delay: number;
  /** When restore-apply is killed for the first time; by default it is not. */
  readonly killAfter?: number;
  readonly assembly: string;
  readonly say: (line: string) => void;
}

/** Makes two tables and runs each command on them. */
export const measure = async ({ items, spoil, delay, killAfter, assembly, say }: BenchOptions) => {
  const engine = await startEngine();
  const scratch = await scratchFolder('bench-commands-');
  const file = (name: string) => join(scratch.path, name);
  try {
    const world = await makeWorld(engine.endpoint, assembly, { items, spoil, say });
    say(JSON.stringify(world));
    const proxy = fork(join(import.meta.dirname, 'slow-proxy.ts'), [engine.endpoint, String(delay)]);
    const [port] = await once(proxy, 'message');
    const on = ['--endpoint', `http://127.0.0.1:${port}`, '--table', world.table, '--json'];
    const found: Measured[] = [];
    const run = async (args: readonly string[], options = {}) => {
      const one = await runCommand([...args, ...on], options);
      say(JSON.stringify(one));
      found.push(one);
    };
    const account = String(numberOf(2, 0));
    const apply = ['restore-apply', '--from', world.restored, '--resume', file('apply.json'), '--yes'];
    try {
      if (killAfter !== undefined) await run(apply, { kill: killAfter });
      await run(apply);
      await run(['restore-apply', '--from', world.restored, '--dry-run']);
      await run(['partner', 'list']);
      await run(['counts', 'rebuild', '--wait', '1']);
      await run(['reviews', 'analyze']);
      await run(['table', 'migrate']);
      await run(['keys', 'list']);
      await run(['data', 'export', '--all', '--out', file('all.jsonl')]);
      await run(['contact', 'erase', '--account', account, '--id', String(numberOf(2, 41)), '--yes']);
      await run(['user', 'erase', '--account', account, '--id', '99', '--yes']);
      await run(['employee', 'erase', '--account', account, '--email', 'none@bench.example', '--yes']);
      await run([
        'partner',
        'offboard',
        '--partner',
        partnerOfCopy(2),
        '--out',
        file('bench.jsonl'),
        '--wait',
        '1',
        '--yes',
      ]);
    } finally {
      proxy.disconnect();
    }
    return { world, found };
  } finally {
    await engine.stop();
    await scratch.remove();
  }
};

const isMain = process.argv[1] === import.meta.filename;
if (isMain) {
  const { values } = parseArgs({
    options: {
      items: { type: 'string', default: '1000000' },
      spoil: { type: 'string', default: '300000' },
      delay: { type: 'string', default: '10' },
      kill: { type: 'string' },
    },
  });
  const scratch = await scratchFolder('bench-assembly-');
  const assembly = join(scratch.path, 'assembly');
  execFileSync(process.execPath, [join(projectRoot, 'cdk/app.ts')], { env: { ...process.env, CDK_OUTDIR: assembly } });
  const [items, spoil, delay] = [values.items, values.spoil, values.delay].map(Number) as [number, number, number];
  const killAfter = values.kill === undefined ? {} : { killAfter: Number(values.kill) };
  await measure({ items, spoil, delay, ...killAfter, assembly, say: (line) => process.stdout.write(`${line}\n`) });
  await scratch.remove();
}
