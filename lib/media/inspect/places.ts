/**
 * Checks where the samples of a film lie, by the tables of its header: all must be in the file, so that a file that
 * was cut off is noticed. Rows are summed as they are read, none is kept.
 */
import { type Box, headOf, type Rows, rowsIn } from './boxes.ts';
import type { Track } from './tracks.ts';
import { Broken, type Windows } from './windows.ts';

/** The sizes of samples, in order. */
interface Sizes {
  readonly count: number;
  /** The bytes of the next samples. */
  sum(samples: number): number | Promise<number>;
}

/** Reads the size of one sample from a row after another. */
const listed = (rows: Rows, count: number, size: () => number): Sizes => ({
  count,
  async sum(samples) {
    let bytes = 0;
    for (let left = samples; left > 0 && (rows.has() || (await rows.more())); left--) bytes += size();
    return bytes;
  },
});

/** Sizes of 4, 8 or 16 bits. Two of 4 bits share a row, the first in its upper half. */
const compactSizes = (windows: Windows, box: Box, bits: number, count: number): Sizes => {
  if (bits !== 4 && bits !== 8 && bits !== 16) throw new Broken('compact sizes');
  const isHalf = bits === 4;
  const rows = rowsIn(windows, box, {
    from: 12,
    count: isHalf ? Math.ceil(count / 2) : count,
    bytes: bits === 16 ? 2 : 1,
  });
  let isUpper = false;
  return listed(rows, count, () => {
    isUpper = isHalf && !isUpper;
    const size = bits === 16 ? rows.u16(0) : rows.u8(0);
    if (!isUpper) rows.next();
    return isHalf ? (isUpper ? size >> 4 : size & 15) : size;
  });
};

/**
 * QuickTime says of compressed sound that each sample has one byte, and elsewhere how many share how many. Then only the
 * first byte of each chunk is known to be in the file.
 */
const SHARED: Sizes['sum'] = (samples) => Math.min(samples, 1);

const sizesIn = async (windows: Windows, { sizes: box, kind }: Track & { sizes: Box }): Promise<Sizes> => {
  const head = await headOf(windows, box, 12);
  const [each, count] = [head.readUInt32BE(4), head.readUInt32BE(8)];
  if (box.name === 'stz2') return compactSizes(windows, box, each & 0xff, count);
  if (each === 1 && kind === 'sound') return { count, sum: SHARED };
  if (each > 0) return { count, sum: (samples) => samples * each };
  const rows = rowsIn(windows, box, { from: 12, count, bytes: 4 });
  return listed(rows, count, () => {
    const size = rows.u32(0);
    rows.next();
    return size;
  });
};

/** How many samples each chunk has: a row says it of all chunks from one number on, which begin at 1. */
const samplesByChunk = async (windows: Windows, box: Box) => {
  const count = (await headOf(windows, box, 8)).readUInt32BE(4);
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
  const sizes = await sizesIn(windows, { ...track, sizes: sizesAt });
  const samplesOf = await samplesByChunk(windows, chunksAt);
  const isLong = placesAt.name === 'co64';
  const chunks = (await headOf(windows, placesAt, 8)).readUInt32BE(4);
  const places = rowsIn(windows, placesAt, { from: 8, count: chunks, bytes: isLong ? 8 : 4 });
  let left = sizes.count;
  for (let chunk = 1; left > 0 && (places.has() || (await places.more())); chunk++) {
    const samples = Math.min(left, await samplesOf(chunk));
    if (samples === 0) throw new Broken('a chunk without samples');
    const bytes = await sizes.sum(samples);
    const place = isLong ? places.i64(0) : places.u32(0);
    if (place < 0 || place + bytes > windows.size) throw new Broken('samples outside of the file');
    track.bytes += bytes;
    left -= samples;
    places.next();
  }
  if (left > 0) throw new Broken('samples without a place');
};
