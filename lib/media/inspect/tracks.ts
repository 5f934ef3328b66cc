/** Reads the tracks of a film from its header (ISO/IEC 14496-12, and QuickTime where it differs). */
import { type Box, boxesInside, contentOf } from './boxes.ts';
import { type Edit, readEdit, WHOLE } from './edits.ts';
import { Broken, type Windows } from './windows.ts';

export interface Track {
  id: number;
  kind: 'picture' | 'sound' | undefined;
  isEnabled: boolean;
  /** Ticks in a second. */
  timescale: number;
  /** In square pixels, before rotation. */
  width: number;
  height: number;
  /** The rotation part of its matrix: x and y of both axes. */
  matrix: Matrix;
  edit: Edit;
  times: Box | undefined;
  offsets: Box | undefined;
  /** The sizes of its samples, how many each chunk has, and where each chunk begins. */
  sizes: Box | undefined;
  chunks: Box | undefined;
  places: Box | undefined;
  /** The defaults of a fragment's samples: their duration and their size. */
  sampleTicks: number | undefined;
  sampleBytes: number | undefined;
  /** The default start of the next fragment. */
  next: number;
  /** When its last sample ends, in ticks. */
  end: number;
  samples: number;
  /** Of its samples. */
  bytes: number;
}

export type Matrix = readonly [a: number, b: number, c: number, d: number];
const UPRIGHT: Matrix = [1, 0, 0, 1];

export interface Movie {
  readonly tracks: readonly Track[];
  /** The first track of each id. */
  readonly byId: ReadonlyMap<number, Track>;
  timescale: number;
  matrix: Matrix;
}

const newTrack = (): Track => ({
  id: 0,
  kind: undefined,
  isEnabled: false,
  timescale: 0,
  width: 0,
  height: 0,
  matrix: UPRIGHT,
  edit: WHOLE,
  times: undefined,
  offsets: undefined,
  sizes: undefined,
  chunks: undefined,
  places: undefined,
  sampleTicks: undefined,
  sampleBytes: undefined,
  next: 0,
  end: 0,
  samples: 0,
  bytes: 0,
});

/** More than films have, and few enough that all that is kept of them is nothing. */
const MOST_TRACKS = 1000;
/** @throws Broken */
const requireFew = (count: number): void => {
  if (count > MOST_TRACKS) throw new Broken('its tracks');
};

const ENTERED = new Set(['trak', 'edts', 'mdia', 'minf', 'stbl', 'mvex']);
const NONE = new Set<string>();

/** Times have 4 bytes in version 0 of a box and 8 bytes in version 1: the offset of the fields after them. */
const movedBy = (content: Buffer, times: number): number => (content[0] === 1 ? times * 4 : 0);

const matrixAt = (content: Buffer, at: number): Matrix =>
  [0, 4, 12, 16].map((each) => content.readInt32BE(at + each) / 0x10000) as unknown as Matrix;

const PICTURE_ENTRY = 94;

/** The size of its pictures, from their first description. */
const readSize = async (windows: Windows, box: Box): Promise<{ width: number; height: number }> => {
  const content = await contentOf(windows, box, PICTURE_ENTRY);
  let [width, height] = [content.readUInt16BE(40), content.readUInt16BE(42)];
  const end = Math.min(box.start + 8 + content.readUInt32BE(8), box.end);
  for await (const inner of boxesInside(windows, { start: box.start + PICTURE_ENTRY, end }, NONE)) {
    if (inner.name !== 'pasp') continue;
    const pixel = await contentOf(windows, inner, 8);
    const [across, down] = [pixel.readUInt32BE(0), pixel.readUInt32BE(4)];
    if (across === 0 || down === 0) continue;
    if (across > down) width = Math.round((width * across) / down);
    else height = Math.round((height * down) / across);
  }
  return { width, height };
};

/** Reads a box of a track. */
const readTrackBox = async (windows: Windows, box: Box, track: Track): Promise<void> => {
  if (box.name === 'tkhd') {
    const content = await contentOf(windows, box, 80);
    track.isEnabled = (content[3]! & 1) === 1;
    track.id = content.readUInt32BE(12 + movedBy(content, 2));
    track.matrix = matrixAt(content, 40 + movedBy(content, 3));
  } else if (box.name === 'mdhd') {
    const content = await contentOf(windows, box, 24);
    track.timescale = content.readUInt32BE(12 + movedBy(content, 2));
  } else if (box.name === 'hdlr') {
    const handles = (await contentOf(windows, box, 12)).toString('latin1', 8, 12);
    if (handles === 'vide') track.kind = 'picture';
    if (handles === 'soun') track.kind = 'sound';
  } else if (box.name === 'elst') track.edit = await readEdit(windows, box);
  else if (box.name === 'stsd' && track.kind === 'picture') Object.assign(track, await readSize(windows, box));
  else if (box.name === 'stts') track.times = box;
  else if (box.name === 'ctts') track.offsets = box;
  else if (box.name === 'stsz' || box.name === 'stz2') track.sizes = box;
  else if (box.name === 'stsc') track.chunks = box;
  else if (box.name === 'stco' || box.name === 'co64') track.places = box;
};

/** The boxes of which a film or a track has one: of two, programs that show it may read either. */
const ONCE = new Set(['mvhd', 'tkhd', 'mdhd', 'elst', 'stsd', 'stts', 'ctts', 'stsz', 'stz2', 'stsc', 'stco', 'co64']);

/** @throws Broken */
export const movieIn = async (windows: Windows, header: Box): Promise<Movie> => {
  const tracks: Track[] = [];
  const byId = new Map<number, Track>();
  const movie: Movie = { tracks, byId, timescale: 0, matrix: UPRIGHT };
  const defaults = new Map<number, Pick<Track, 'sampleTicks' | 'sampleBytes'>>();
  let track: Track | undefined;
  let seen = new Set<string>();
  for await (const box of boxesInside(windows, header, ENTERED)) {
    if (ONCE.has(box.name)) {
      if (seen.has(box.name)) throw new Broken('two of a box');
      seen.add(box.name);
    }
    if (box.name === 'trak') {
      track = newTrack();
      // The film's own header is in no track.
      seen = new Set(seen.has('mvhd') ? ['mvhd'] : []);
      requireFew(tracks.push(track));
    } else if (box.name === 'mvhd') {
      const content = await contentOf(windows, box, 96);
      movie.timescale = content.readUInt32BE(12 + movedBy(content, 2));
      movie.matrix = matrixAt(content, 36 + movedBy(content, 3));
    } else if (box.name === 'trex') {
      const content = await contentOf(windows, box, 20);
      const [sampleTicks, sampleBytes] = [content.readUInt32BE(12), content.readUInt32BE(16)];
      requireFew(defaults.set(content.readUInt32BE(4), { sampleTicks, sampleBytes }).size);
    } else if (track) await readTrackBox(windows, box, track);
  }
  for (const each of tracks) {
    Object.assign(each, defaults.get(each.id));
    if (!byId.has(each.id)) byId.set(each.id, each);
  }
  return movie;
};
