/** `npm run docs`: draws the pictures and writes the reference pages to `dist/docs`, as files for any web server. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectRoot } from '../../build/bundle.ts';
import { pageFiles } from './page.ts';
import { drawPictures } from './pictures.ts';

const directory = join(projectRoot, 'dist/docs');

await drawPictures();
await rm(directory, { recursive: true, force: true });
await mkdir(directory, { recursive: true });
for (const [name, { body }] of await pageFiles()) {
  await writeFile(join(directory, name), body);
  // For servers that send what is compressed already.
  await writeFile(join(directory, `${name}.gz`), gzipSync(body, { level: 9 }));
}
console.log(`Wrote ${directory}.`);
