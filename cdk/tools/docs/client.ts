/** `npm run client`: builds the typed client into `dist/client`, which the package exports as `partner-listing-api/client`. */
import { join } from 'node:path';
import { projectRoot } from '../../build/bundle.ts';
import { buildClient } from './client-build.ts';

const directory = join(projectRoot, 'dist/client');
await buildClient(directory);
console.log(`Wrote ${directory}.`);
