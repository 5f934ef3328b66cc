/** Writes the figures into the documents. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../../cdk/build/bundle.ts';
import { goals } from './goals.ts';
import { bars, draw, lines } from './plots.ts';
import type { Results } from './results.ts';
import { comparison } from './tables.ts';

const START = '<!-- written by npm run bench: from here -->';
const END = '<!-- written by npm run bench: to here -->';

/** Writes the figures into `docs/speed.md` between its two marks, and draws the plots. */
export const writeDocuments = async (results: Results): Promise<void> => {
  const docs = join(projectRoot, 'docs');
  const file = join(docs, 'speed.md');
  const text = await readFile(file, 'utf8');
  const [before, after] = [text.indexOf(START), text.indexOf(END)];
  if (before < 0 || after < before) throw new Error(`${file} has lost the marks between which the figures stand`);
  const figures = [
    `${results.plan === 'short' ? 'A short run, of few rounds. ' : ''}Measured with Node ${results.node} on ${results.machine}, shared with other work. Medians ± half the distance of the quartiles.`,
    comparison(results),
    'Against the goals, as ratios:',
    goals(results),
  ].join('\n\n');
  await writeFile(file, `${text.slice(0, before)}${START}\n\n${figures}\n\n${text.slice(after)}`);
  await writeFile(join(docs, 'speed.svg'), await draw(bars(results)));
  await writeFile(join(docs, 'speed-growth.svg'), await draw(lines(results)));
};
