/**
 * Computes when the samples of a film end: pictures and sounds, in the tables of its header or in later fragments. Rows
 * are summed as they are read, none is kept. Runs of equal samples are multiplied, so a large number of samples costs
 * nothing.
 */
import { type Box, boxesInside, contentOf, rowsIn } from './boxes.ts';
import type { Movie, Track } from './tracks.ts';
import type { Windows } from './windows.ts';

const tableIn = async (windows: Windows, box: Box) => {
  const count = (await contentOf(windows, box, 8)).readUInt32BE(4);
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
const HEAD = { base: 0x1, description: 0x2, ticks: 0x8, isEmpty: 0x10000 } as const;

/** The size of the four-byte fields that the flags declare present. */
const bytesOf = (flags: number, ...fields: readonly number[]): number =>
  fields.reduce((sum, field) => sum + (flags & field ? 4 : 0), 0);

/** Adds a run of samples of a fragment. */
const addRun = async (windows: Windows, box: Box, track: Track, usual: number): Promise<void> => {
  const head = await contentOf(windows, box, 8);
  const [isSigned, flags, count] = [head[0] !== 0, head.readUIntBE(1, 3), head.readUInt32BE(4)];
  const bytes = bytesOf(flags, RUN.ticks, RUN.size, RUN.flags, RUN.offset);
  track.samples += count;
  const isEach = (flags & (RUN.ticks | RUN.offset)) !== 0;
  const from = 8 + bytesOf(flags, RUN.dataOffset, RUN.firstFlags);
  const rows = rowsIn(windows, box, { from, count: bytes === 0 ? 0 : count, bytes: Math.max(1, bytes) });
  if (!isEach && count > 0) {
    track.next += count * usual;
    track.end = Math.max(track.end, track.next);
    return;
  }
  const offsetAt = bytesOf(flags, RUN.ticks, RUN.size, RUN.flags);
  while (rows.has() || (await rows.more())) {
    const offset = flags & RUN.offset ? (isSigned ? rows.i32(offsetAt) : rows.u32(offsetAt)) : 0;
    track.next += flags & RUN.ticks ? rows.u32(0) : usual;
    track.end = Math.max(track.end, track.next + offset);
    rows.next();
  }
};

const ENTERED = new Set(['traf']);

/** Adds the samples of a fragment. @throws Broken */
export const addFragment = async (windows: Windows, fragment: Box, { byId }: Movie): Promise<void> => {
  let track: Track | undefined;
  let usual = Number.NaN;
  for await (const box of boxesInside(windows, fragment, ENTERED)) {
    if (box.name === 'traf') track = undefined;
    else if (box.name === 'tfhd') {
      const head = await contentOf(windows, box, 8);
      const [flags, id] = [head.readUIntBE(1, 3), head.readUInt32BE(4)];
      track = byId.get(id);
      // The base data offset has 8 bytes.
      const at = 8 + bytesOf(flags, HEAD.base, HEAD.base, HEAD.description);
      const own = flags & HEAD.ticks ? (await contentOf(windows, box, at + 4)).readUInt32BE(at) : undefined;
      usual = flags & HEAD.isEmpty ? 0 : (own ?? track?.sampleTicks ?? Number.NaN);
    } else if (track && box.name === 'tfdt') {
      const isLong = (await contentOf(windows, box, 8))[0] === 1;
      const content = await contentOf(windows, box, isLong ? 12 : 8);
      track.next = isLong ? Number(content.readBigUInt64BE(4)) : content.readUInt32BE(4);
    } else if (track && box.name === 'trun') await addRun(windows, box, track, usual);
  }
};
