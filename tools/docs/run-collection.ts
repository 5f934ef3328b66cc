/**
 * Builds the Postman collection and runs it against `npm start`, on a port of its own: `node tools/docs/run-collection.ts
 * NEWMAN`, the path of newman's program. Ends as newman does.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scratchFolder } from '../scratch-folder.ts';
import { withService } from './clients/service.ts';
import { freshCollection } from './document.ts';

const [newman = 'newman'] = process.argv.slice(2);
const folder = await scratchFolder('collection-');
const file = join(folder.path, 'postman.json');

try {
  await writeFile(file, JSON.stringify(await freshCollection()));
  process.exitCode = await withService(async (url) => {
    const run = spawn(
      newman,
      ['run', file, '--env-var', `baseUrl=${url}`, '--color', 'off', '--reporter-cli-no-success-assertions'],
      { stdio: 'inherit' },
    );
    const [code] = (await once(run, 'close')) as [number | null];
    return code ?? 1;
  });
} finally {
  await folder.remove();
}
