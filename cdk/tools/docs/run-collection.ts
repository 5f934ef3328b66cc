/**
 * Runs the Postman collection against `npm start`, on a port of its own: `node cdk/tools/docs/run-collection.ts NEWMAN`, the
 * path of newman's program. Ends as newman does.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { withService } from './clients/service.ts';
import { collectionFile } from './document.ts';

const [newman = 'newman'] = process.argv.slice(2);

process.exitCode = await withService(async (url) => {
  const run = spawn(
    newman,
    ['run', collectionFile, '--env-var', `baseUrl=${url}`, '--color', 'off', '--reporter-cli-no-success-assertions'],
    { stdio: 'inherit' },
  );
  const [code] = (await once(run, 'close')) as [number | null];
  return code ?? 1;
});
