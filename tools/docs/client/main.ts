/**
 * `npm run client`: builds the clients, for TypeScript and JavaScript into `dist/client`, for Python into `dist/python`, and
 * packs both into files to install, in `dist`.
 */
import { join } from 'node:path';
import { projectRoot } from '../../../cdk/build/bundle.ts';
import { writeNpmArchive, writeWheel } from './archives.ts';
import { buildClient, buildPythonClient } from './build.ts';

const dist = join(projectRoot, 'dist');

await buildClient(join(dist, 'client'));
console.log(`Wrote dist/client: npm install ${await writeNpmArchive(join(dist, 'client'), dist)}`);
await buildPythonClient(join(dist, 'python'));
console.log(`Wrote dist/python: pip install ${await writeWheel(join(dist, 'python'), dist)}`);
