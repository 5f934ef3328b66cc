/** What a foreign binary gets to see of the process that starts it. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startEngine } from '../../cdk/tools/local/engine.ts';
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
