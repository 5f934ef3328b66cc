/** Runs `npm start` on its own port, for a program that is tested against it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../../cdk/build/bundle.ts';

/**
 * @param use - receives the URL; the service stops when it resolves
 * @throws Error if the service does not start
 */
export const withService = async <T>(use: (url: string) => Promise<T>): Promise<T> => {
  // A separate assembly: another run may write the project's meanwhile.
  const assembly = await mkdtemp(join(tmpdir(), 'served-'));
  const service = spawn(process.execPath, [join(projectRoot, 'tools/local/start.ts'), '--port', '0'], {
    cwd: projectRoot,
    env: { ...process.env, CDK_OUTDIR: assembly },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(service, 'close');
  /** Taken from the first URL that the service prints. Its later output is read too, or the pipe would fill up. */
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
