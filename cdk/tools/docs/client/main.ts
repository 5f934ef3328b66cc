/** `npm run client`: builds the client for TypeScript and JavaScript into `dist/client`. */
import { join } from 'node:path';
import { projectRoot } from '../../../build/bundle.ts';
import { buildClient } from './build.ts';

const directory = join(projectRoot, 'dist/client');
await buildClient(directory);
console.log(`Wrote ${directory}: npm install ./dist/client, or npm pack ./dist/client.`);
