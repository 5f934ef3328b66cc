/**
 * `npm run docs`: draws the pictures and writes the reference pages to `dist/docs`, as files for any web server, with the
 * clients' packages next to them.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { writeArchives } from './client/archives.ts';
import { pageFiles } from './page.ts';
import { drawPictures } from './pictures.ts';

const directory = join(projectRoot, 'dist/docs');

await drawPictures();
await rm(directory, { recursive: true, force: true });
await mkdir(directory, { recursive: true });
for (const [name, { body }] of await pageFiles()) {
  await writeFile(join(directory, name), body);
  // For servers that send precompressed files.
  await writeFile(join(directory, `${name}.gz`), gzipSync(body, { level: 9 }));
}
await writeArchives(directory);
console.log(`Wrote ${directory}.`);
