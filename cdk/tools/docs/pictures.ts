/** The pictures of the model: DOT sources and the SVGs drawn from them, side by side in `docs/pictures`. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { instance } from '@viz-js/viz';
import { projectRoot } from '../../build/bundle.ts';

const directory = join(projectRoot, 'docs/pictures');

/** What each picture shows, by its name. */
export const pictures = {
  request: 'The way of a request: partner, gateway, authorizer, function, table',
  table: 'The item collections of the table',
} as const;

export type PictureName = keyof typeof pictures;

export const pictureNames = Object.keys(pictures) as PictureName[];

const file = (name: PictureName, ending: 'dot' | 'svg') => join(directory, `${name}.${ending}`);

/** The SVG as it is kept. */
export const keptPicture = (name: PictureName): Promise<string> => readFile(file(name, 'svg'), 'utf8');

/** The SVG as its source has it now. */
export const drawPicture = async (name: PictureName): Promise<string> => {
  const viz = await instance();
  const svg = viz.renderString(await readFile(file(name, 'dot'), 'utf8'), { format: 'svg' });
  // What a screen reader says.
  return svg.replace(/<svg[^>]*>/, `$&\n<title>${pictures[name]}</title>`);
};

/** Draws every picture again. */
export const drawPictures = async (): Promise<void> => {
  for (const name of pictureNames) await writeFile(file(name, 'svg'), await drawPicture(name));
};
