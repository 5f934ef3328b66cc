/**
 * Runs the Postman collection against `npm start`, on a port of its own: `node cdk/tools/docs/run-collection.ts NEWMAN`, the
 * path of newman's program. Ends as newman does.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectRoot } from '../../build/bundle.ts';
import { collectionFile } from './document.ts';

const [newman = 'newman'] = process.argv.slice(2);

const service = spawn(process.execPath, [join(projectRoot, 'cdk/tools/local/start.ts'), '--port', '0'], {
  cwd: projectRoot,
  stdio: ['ignore', 'pipe', 'inherit'],
});
/** Where it answers, from the first command that it prints. What it prints later is read too, for it would wait else. */
const address = (): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = '';
    service.stdout.on('data', (part: Buffer) => {
      said += part;
      const url = /http:\/\/localhost:\d+/.exec(said)?.[0];
      if (url) resolve(url);
    });
    service.on('close', () => reject(new Error(`npm start ended early:\n${said}`)));
  });

try {
  const url = await address();
  const run = spawn(
    newman,
    ['run', collectionFile, '--env-var', `baseUrl=${url}`, '--color', 'off', '--reporter-cli-no-success-assertions'],
    { stdio: 'inherit' },
  );
  const [code] = (await once(run, 'close')) as [number | null];
  process.exitCode = code ?? 1;
} finally {
  const ended = once(service, 'close');
  service.kill('SIGTERM');
  await ended;
}
