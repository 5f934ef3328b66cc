/** `npm run client`: builds the clients, for TypeScript and JavaScript into `dist/client`, for Python into `dist/python`. */
import { join } from 'node:path';
import { projectRoot } from '../../../build/bundle.ts';
import { buildClient, buildPythonClient } from './build.ts';

await buildClient(join(projectRoot, 'dist/client'));
console.log('Wrote dist/client: npm install ./dist/client, or npm pack ./dist/client.');
await buildPythonClient(join(projectRoot, 'dist/python'));
console.log('Wrote dist/python: pip install ./dist/python.');
