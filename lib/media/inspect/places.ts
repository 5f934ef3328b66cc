/**
 * Checks where the samples of a film lie, by the tables of its header: all must be in the file, so that a file that
 * was cut off is noticed. Rows are summed as they are read, none is kept.
 */
import { type Box, contentOf, rowsIn } from './boxes.ts';
import type { Track } from './tracks.ts';
import { Broken, type Windows } from './windows.ts';

/** The sizes of samples, in order. */
interface Sizes {
  readonly count: number;
  /** The bytes of the next samples, all of which there must be. */
  sum(samples: number): number | Promise<number>;
}

/** Compact sizes have a box of another name; of such samples it is only known that each has a byte. */
const sizesIn = async (windows: Windows, box: Box): Promise<Sizes> => {
  const head = await contentOf(windows, box, 12);
  const [each, count] = [box.name === 'stz2' ? 1 : head.readUInt32BE(4), head.readUInt32BE(8)];
  if (each > 0) return { count, sum: (samples) => samples * each };
  const rows = rowsIn(windows, box, { from: 12, count, bytes: 4 });
  return {
    count,
    async sum(samples) {
      let bytes = 0;
      for (let left = samples; left > 0 && (rows.has() || (await rows.more())); left--) {
        bytes += rows.u32(0);
        rows.next();
      }
      return bytes;
    },
  };
};

/** How many samples each chunk has: a row says it of all chunks from one number on, which begin at 1. */
const samplesByChunk = async (windows: Windows, box: Box) => {
  const count = (await contentOf(windows, box, 8)).readUInt32BE(4);
  const rows = rowsIn(windows, box, { from: 8, count, bytes: 12 });
  let samples = 0;
  return async (chunk: number): Promise<number> => {
    while ((rows.has() || (await rows.more())) && rows.u32(0) <= chunk) {
      samples = rows.u32(4);
      rows.next();
    }
    return samples;
  };
};

/** Adds the bytes of a track's samples, without those in fragments. @throws Broken where some are not in the file */
export const addPlaces = async (windows: Windows, track: Track): Promise<void> => {
  const { sizes: sizesAt, chunks: chunksAt, places: placesAt } = track;
  if (!sizesAt || !chunksAt || !placesAt) {
    if (track.samples > 0) throw new Broken('no places of samples');
    return;
  }
  const sizes = await sizesIn(windows, sizesAt);
  const samplesOf = await samplesByChunk(windows, chunksAt);
  const isLong = placesAt.name === 'co64';
  const chunks = (await contentOf(windows, placesAt, 8)).readUInt32BE(4);
  const places = rowsIn(windows, placesAt, { from: 8, count: chunks, bytes: isLong ? 8 : 4 });
  let left = sizes.count;
  for (let chunk = 1; left > 0 && (places.has() || (await places.more())); chunk++) {
    const samples = Math.min(left, await samplesOf(chunk));
    const bytes = await sizes.sum(samples);
    if ((isLong ? places.i64(0) : places.u32(0)) + bytes > windows.size) throw new Broken('samples behind its end');
    track.bytes += bytes;
    left -= samples;
    places.next();
  }
  if (left > 0) throw new Broken('samples without a place');
};
