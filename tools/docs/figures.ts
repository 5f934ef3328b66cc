/** `npm run figures`: counts what the repository's pages say of the code and the stack, and writes it into their places. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { synthesize } from '../../cdk/assembly.ts';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { bundleAll } from '../../cdk/build/functions.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { figuresOf, pagesWithPlaces } from './figures/figures.ts';
import { filled } from './figures/places.ts';

const folder = await scratchFolder('figures-');
try {
  const [bundles, plain, canary] = ['bundles', 'plain', 'canary'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ];
  await bundleAll(bundles);
  await synthesize({ outdir: plain, bundles });
  await synthesize({ outdir: canary, bundles, context: { canary: true } });
  const figures = await figuresOf({ plain, canary });
  for (const [page, text] of await pagesWithPlaces()) {
    const written = filled(text, figures);
    if (written !== text) await writeFile(join(projectRoot, page), written);
    console.log(`${written === text ? 'As it was' : 'Written'}: ${page}`);
  }
} finally {
  await folder.remove();
}
