/** The pictures of these pages: DOT sources, or a drawing by code, and the SVGs drawn from them, in `docs/pictures`. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { instance } from '@viz-js/viz';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { drawExperience } from './experience-picture.ts';
import { statePictures } from './state-pictures.ts';

const directory = join(projectRoot, 'docs/pictures');

/** What each picture shows, by its name. */
export const pictures = {
  request: 'The way of a request: partner, gateway, authorizer, function, table',
  table: 'The item collections of the table',
  post: 'The states of a post',
  'post-location': 'The states of a post at a location',
  job: 'The states of a job',
  sequence: 'How full a sequence of jobs is',
  experience: 'Experience of three locations of the demo over a year, by month',
} as const;

export type PictureName = keyof typeof pictures;

export const pictureNames = Object.keys(pictures) as PictureName[];

const file = (name: PictureName, extension: 'dot' | 'svg') => join(directory, `${name}.${extension}`);

/** The SVG as it is kept. */
export const keptPicture = (name: PictureName): Promise<string> => readFile(file(name, 'svg'), 'utf8');

/** The SVG as its source has it now. */
export const drawPicture = async (name: PictureName): Promise<string> => {
  const ofModel = async () =>
    (await instance()).renderString(statePictures[name] ?? (await readFile(file(name, 'dot'), 'utf8')), {
      format: 'svg',
    });
  const svg = await (name === 'experience' ? drawExperience() : ofModel());
  // What a screen reader says.
  return svg.replace(/<svg[^>]*>/, `$&\n<title>${pictures[name]}</title>`);
};

/** Draws every picture again. */
export const drawPictures = async (): Promise<void> => {
  for (const name of pictureNames) await writeFile(file(name, 'svg'), await drawPicture(name));
};
