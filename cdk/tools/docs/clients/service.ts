/** `npm start` on a port of its own, for a program that is tried against it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../../build/bundle.ts';

/**
 * @param use - gets the address; the service ends when it does
 * @throws Error where the service does not start
 */
export const withService = async <T>(use: (url: string) => Promise<T>): Promise<T> => {
  // An assembly of its own: that of the project may be written by another run meanwhile.
  const assembly = await mkdtemp(join(tmpdir(), 'served-'));
  const service = spawn(process.execPath, [join(projectRoot, 'cdk/tools/local/start.ts'), '--port', '0'], {
    cwd: projectRoot,
    env: { ...process.env, CDK_OUTDIR: assembly },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(service, 'close');
  /** From the first command that it prints. What it prints later is read too, for it would wait else. */
  const address = new Promise<string>((resolve, reject) => {
    let said = '';
    service.stdout.on('data', (part: Buffer) => {
      said += part;
      const url = /http:\/\/localhost:\d+/.exec(said)?.[0];
      if (url) resolve(url);
    });
    ended.then(() => reject(new Error(`npm start ended early:\n${said}`)), reject);
  });
  try {
    return await use(await address);
  } finally {
    service.kill('SIGTERM');
    await ended;
    await rm(assembly, { recursive: true, force: true });
  }
};
