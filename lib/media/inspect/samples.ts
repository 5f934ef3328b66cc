/**
 * Computes when the samples of a film end: pictures and sounds, in the tables of its header or in later fragments. Rows
 * are summed as they are read, none is kept. Runs of equal samples are multiplied, so a large number of samples costs
 * nothing.
 */
import { type Box, boxesInside, contentOf, headOf, rowsIn } from './boxes.ts';
import type { Movie, Track } from './tracks.ts';
import { Broken, type Windows } from './windows.ts';

const tableIn = async (windows: Windows, box: Box) => {
  const count = (await headOf(windows, box, 8)).readUInt32BE(4);
  return rowsIn(windows, box, { from: 8, count, bytes: 8 });
};

/** Adds the samples of the tables: their durations, and the offsets from decoding to display. */
export const addTables = async (windows: Windows, track: Track): Promise<void> => {
  const { times: timesAt, offsets: offsetsAt } = track;
  if (!timesAt) return;
  const times = await tableIn(windows, timesAt);
  const offsets = offsetsAt && (await tableIn(windows, offsetsAt));
  /** The remaining samples of the current offset. */
  let left = 0;
  let offset = 0;
  while (times.has() || (await times.more())) {
    let count = times.u32(0);
    const ticks = times.u32(4);
    times.next();
    track.samples += count;
    while (count > 0) {
      if (left === 0) {
        const isOffset = offsets && (offsets.has() || (await offsets.more()));
        [left, offset] = isOffset ? [offsets.u32(0), offsets.i32(4)] : [Number.POSITIVE_INFINITY, 0];
        if (isOffset) offsets.next();
      }
      const run = Math.min(count, left);
      if (run > 0) {
        track.next += run * ticks;
        track.end = Math.max(track.end, track.next + offset);
      }
      count -= run;
      left -= run;
    }
  }
};

const RUN = { dataOffset: 0x1, firstFlags: 0x4, ticks: 0x100, size: 0x200, flags: 0x400, offset: 0x800 } as const;
const HEAD = {
  base: 0x1,
  description: 0x2,
  ticks: 0x8,
  size: 0x10,
  isEmpty: 0x10000,
  isFromFragment: 0x20000,
} as const;

/** The size of the four-byte fields that the flags declare present. */
const bytesOf = (flags: number, ...fields: readonly number[]): number =>
  fields.reduce((sum, field) => sum + (flags & field ? 4 : 0), 0);

/** What a run of a fragment says only where it differs. */
interface Usual {
  readonly ticks: number;
  readonly bytes: number;
  /** From where places are counted, and where the data of the run before ends. */
  readonly base: number;
  readonly next: number;
}

/** Adds a run of samples of a fragment. @returns where its data ends @throws Broken where that is not in the file */
const addRun = async (windows: Windows, box: Box, track: Track, usual: Usual): Promise<number> => {
  const head = await contentOf(windows, box, 8);
  const [isSigned, flags, count] = [head[0] !== 0, head.readUIntBE(1, 3), head.readUInt32BE(4)];
  const offset = flags & RUN.dataOffset ? (await contentOf(windows, box, 12)).readInt32BE(8) : undefined;
  const place = offset === undefined ? usual.next : usual.base + offset;
  const bytes = bytesOf(flags, RUN.ticks, RUN.size, RUN.flags, RUN.offset);
  track.samples += count;
  const from = 8 + bytesOf(flags, RUN.dataOffset, RUN.firstFlags);
  const rows = rowsIn(windows, box, { from, count: bytes === 0 ? 0 : count, bytes: Math.max(1, bytes) });
  let length = flags & RUN.size ? 0 : count * usual.bytes;
  if ((flags & (RUN.ticks | RUN.size | RUN.offset)) === 0 && count > 0) {
    track.next += count * usual.ticks;
    track.end = Math.max(track.end, track.next);
  } else {
    const sizeAt = bytesOf(flags, RUN.ticks);
    const offsetAt = bytesOf(flags, RUN.ticks, RUN.size, RUN.flags);
    while (rows.has() || (await rows.more())) {
      const moved = flags & RUN.offset ? (isSigned ? rows.i32(offsetAt) : rows.u32(offsetAt)) : 0;
      track.next += flags & RUN.ticks ? rows.u32(0) : usual.ticks;
      track.end = Math.max(track.end, track.next + moved);
      if (flags & RUN.size) length += rows.u32(sizeAt);
      rows.next();
    }
  }
  if (place < 0 || place + length > windows.size) throw new Broken('samples outside of the file');
  track.bytes += length;
  return place + length;
};

/** What the head of a track's fragment says. */
const usualIn = async (windows: Windows, box: Box, movie: Movie, place: { from: number; next: number }) => {
  const head = await contentOf(windows, box, 8);
  const [flags, id] = [head.readUIntBE(1, 3), head.readUInt32BE(4)];
  const track = movie.byId.get(id);
  // The base data offset has 8 bytes.
  const ticksAt = 8 + bytesOf(flags, HEAD.base, HEAD.base, HEAD.description);
  const sizeAt = ticksAt + bytesOf(flags, HEAD.ticks);
  const content = await contentOf(windows, box, sizeAt + bytesOf(flags, HEAD.size));
  const ticks = flags & HEAD.ticks ? content.readUInt32BE(ticksAt) : (track?.sampleTicks ?? Number.NaN);
  const bytes = flags & HEAD.size ? content.readUInt32BE(sizeAt) : (track?.sampleBytes ?? 0);
  const own = flags & HEAD.base ? Number(content.readBigUInt64BE(8)) : undefined;
  const base = own ?? (flags & HEAD.isFromFragment ? place.from : place.next);
  return { track, usual: { ticks: flags & HEAD.isEmpty ? 0 : ticks, bytes, base, next: base } };
};

const ENTERED = new Set(['traf']);

/** Adds the samples of a fragment. @throws Broken */
export const addFragment = async (windows: Windows, fragment: Box, movie: Movie): Promise<void> => {
  let track: Track | undefined;
  // Places are counted from the fragment, or from the end of the data of the track before.
  let usual: Usual = { ticks: Number.NaN, bytes: 0, base: fragment.from, next: fragment.from };
  for await (const box of boxesInside(windows, fragment, ENTERED)) {
    if (box.name === 'traf') track = undefined;
    else if (box.name === 'tfhd') {
      ({ track, usual } = await usualIn(windows, box, movie, { from: fragment.from, next: usual.next }));
    } else if (track && box.name === 'tfdt') {
      const isLong = (await contentOf(windows, box, 8))[0] === 1;
      const content = await contentOf(windows, box, isLong ? 12 : 8);
      track.next = isLong ? Number(content.readBigUInt64BE(4)) : content.readUInt32BE(4);
    } else if (track && box.name === 'trun') usual = { ...usual, next: await addRun(windows, box, track, usual) };
  }
};
