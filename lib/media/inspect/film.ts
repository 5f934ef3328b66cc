/**
 * Inspects films: their boxes from start to end, and the size and duration of their contents. Nothing is decoded, and
 * no list of a film is in memory, so a large declared number costs nothing without the bytes for it
 * (docs/content.md: media).
 */
import { type Failure, MIXED } from '../rules/limits.ts';
import { type Box, boxesOf } from './boxes.ts';
import { holdsOtherFile } from './other-files.ts';
import { addPlaces } from './places.ts';
import { addFragment, addTables } from './samples.ts';
import { type Matrix, type Movie, movieIn, type Track } from './tracks.ts';
import { Broken, type Windows } from './windows.ts';

export interface Film {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
}

/** More than the header of a film of several hours. */
const MOST_HEADER = 16 * 1_048_576;
const BOXES_MOST = 10_000;

interface Outline {
  readonly header: Box;
  readonly fragments: readonly Box[];
}

/** Checks that the boxes fill the file, hold one header and pictures, and no other file. @throws Broken */
const outlineOf = async (windows: Windows): Promise<Outline | Failure> => {
  const fragments: Box[] = [];
  let header: Box | undefined;
  let hasPictures = false;
  let count = 0;
  for await (const box of boxesOf(windows)) {
    count += 1;
    const isHeader = box.name === 'moov';
    if (count > BOXES_MOST || (isHeader && (header || box.end - box.start > MOST_HEADER)))
      throw new Broken('its boxes');
    const isPictures = box.name === 'mdat';
    if (isPictures) hasPictures = true;
    // Of pictures only what frames them is searched.
    if (await holdsOtherFile(windows, box.from, isPictures ? box.start : box.end)) return MIXED;
    if (isHeader) header = box;
    if (box.name === 'moof') fragments.push(box);
  }
  if (!header || !hasPictures) throw new Broken('no header or no pictures');
  return { header, fragments };
};

/** Whether a track's pictures are shown turned by 90 degrees. */
const isTurned = ([a, b]: Matrix, [p, q, r, s]: Matrix): boolean => Math.abs(a * q + b * s) > Math.abs(a * p + b * r);

/** How long the film shows a track, in seconds. */
const secondsOf = ({ end, edit, timescale }: Track, movie: Movie): number => {
  if (end === 0) return 0;
  const waits = edit.wait === 0 ? 0 : Math.round((edit.wait / movie.timescale) * timescale);
  return Math.max((end - edit.from + waits) / timescale, edit.lasts / movie.timescale);
};

/** @throws Broken */
export const filmAt = async (windows: Windows): Promise<Film | Failure> => {
  const outline = await outlineOf(windows);
  if ('code' in outline) return outline;
  const movie = await movieIn(windows, outline.header);
  const tracks = movie.tracks.filter(({ kind }) => kind);
  for (const track of tracks) {
    await addTables(windows, track);
    await addPlaces(windows, track);
  }
  for (const fragment of outline.fragments) await addFragment(windows, fragment, movie);
  const pictures = tracks.filter(({ kind }) => kind === 'picture');
  // Each picture has at least one byte; several samples of sound may share one.
  const samples = pictures.reduce((sum, track) => sum + track.samples, 0);
  if (samples > windows.size) throw new Broken('more pictures than bytes');
  const shown = pictures.find(({ isEnabled }) => isEnabled) ?? pictures[0];
  if (!shown || shown.bytes === 0) throw new Broken('no pictures');
  const { width, height } = isTurned(shown.matrix, movie.matrix) ? { width: shown.height, height: shown.width } : shown;
  const seconds = Math.max(...tracks.map((track) => secondsOf(track, movie)));
  if (!(width > 0 && height > 0 && Number.isFinite(seconds) && seconds > 0)) throw new Broken('its size or duration');
  return { width, height, seconds };
};
