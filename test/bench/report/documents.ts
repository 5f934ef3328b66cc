/** Writes the figures into the documents. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../../cdk/build/bundle.ts';
import { writeBetweenMarks } from '../../../tools/docs/between-marks.ts';
import { goals } from './goals.ts';
import { bars, draw, lines } from './plots.ts';
import type { Results } from './results.ts';
import { comparison } from './tables.ts';

/** Writes the figures into `docs/speed.md` between its two marks, and draws the plots. */
export const writeDocuments = async (results: Results): Promise<void> => {
  const docs = join(projectRoot, 'docs');
  const figures = [
    `${results.plan === 'short' ? 'A short run, of few rounds. ' : ''}Measured with Node ${results.node} on ${results.machine}, shared with other work. Medians ± half the distance of the quartiles.`,
    comparison(results),
    'Against the goals, as ratios:',
    goals(results),
  ].join('\n\n');
  await writeBetweenMarks('speed.md', 'npm run bench', figures);
  await writeFile(join(docs, 'speed.svg'), await draw(bars(results)));
  await writeFile(join(docs, 'speed-growth.svg'), await draw(lines(results)));
};
