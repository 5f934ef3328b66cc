/** What a foreign binary gets to see of the process that starts it, and what it leaves behind. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startEngine } from '../../tools/local/engine.ts';
import { processesOf } from './starting.ts';

const hasProc = existsSync('/proc/self/environ');

it.skipIf(!hasProc)(
  'the engine sees nothing of the environment but four variables (skipped without /proc)',
  async () => {
    vi.stubEnv('DYNAMODB_ENDPOINT', undefined);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'a-secret-of-the-operator');
    vi.stubEnv('npm_config_authToken', 'a-secret-of-the-registry');
    const directory = await mkdtemp(join(tmpdir(), 'engine-'));
    const engine = await startEngine({ file: join(directory, 'engine.db') });
    onTestFinished(async () => {
      vi.unstubAllEnvs();
      await engine.stop();
      await rm(directory, { recursive: true, force: true });
    });
    const processes = await processesOf(directory);
    // The binary, and the shell that ends it with us.
    expect(processes.length).toBeGreaterThan(0);
    for (const line of processes) {
      const environment = await readFile(`/proc/${line.trim().split(' ')[0]}/environ`, 'utf8');
      const names = environment.split('\0').flatMap((entry) => (entry === '' ? [] : [entry.split('=')[0]]));
      // A shell may set some of its own.
      const allowed = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'PWD', 'OLDPWD', 'SHLVL', '_'];
      expect(names.filter((name) => !allowed.includes(name!))).toEqual([]);
      expect(environment).toContain('PATH=');
    }
  },
);

it('an engine with streams finds its place in them by an index, and takes its file with it when it ends', async () => {
  vi.stubEnv('DYNAMODB_ENDPOINT', undefined);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const engine = await startEngine({ isStreamed: true });
  const [line] = await processesOf(`--port ${new URL(engine.endpoint).port}`);
  const file = /--db-path (\S+)/.exec(line ?? '')![1]!;
  const database = new DatabaseSync(file, { readOnly: true });
  // As the engine asks at each write, and for each reader.
  const place = 'CAST(sequence_number AS INTEGER)';
  const plans = [
    `SELECT COALESCE(MAX(${place}), 0) + 1 FROM _stream_records WHERE table_name = 'table'`,
    `SELECT * FROM _stream_records WHERE table_name = 'table' AND ${place} > 5 ORDER BY ${place} ASC LIMIT 9`,
  ].map((query) => JSON.stringify(database.prepare(`EXPLAIN QUERY PLAN ${query}`).all()));
  database.close();
  for (const plan of plans) expect(plan).toContain('INDEX _stream_places');
  await engine.stop();
  expect(existsSync(dirname(file))).toBe(false);
});
