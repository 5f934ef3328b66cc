/** Files that claim much with few bytes, or are of a legal size and nothing but work. */
import { AVC, boxBytes } from '../support/media-files.ts';

const bytesOf = (length: number, ...values: readonly (readonly [at: number, value: number])[]): Buffer => {
  const bytes = Buffer.alloc(length);
  for (const [at, value] of values) bytes.writeUInt32BE(value >>> 0, at);
  return bytes;
};

const ONE = 0x10000;
const FTYP = boxBytes('ftyp', Buffer.from('isom\0\0\0\0isom', 'latin1'));
const MVHD = boxBytes('mvhd', bytesOf(100, [12, 1000], [36, ONE], [52, ONE]));
const TKHD = boxBytes('tkhd', bytesOf(84, [0, 1], [12, 1], [40, ONE], [56, ONE]));
const MDHD = boxBytes('mdhd', bytesOf(24, [12, 1000]));
const handlerOf = (kind: 'vide' | 'soun'): Buffer =>
  boxBytes('hdlr', Buffer.from(`${'\0'.repeat(8)}${kind}${'\0'.repeat(13)}`, 'latin1'));

const picturesOf = (width: number, height: number): Buffer => {
  const entry = Buffer.alloc(78);
  entry.writeUInt16BE(width, 24);
  entry.writeUInt16BE(height, 26);
  return boxBytes('stsd', bytesOf(8, [4, 1]), boxBytes('avc1', entry, boxBytes('avcC', AVC)));
};

export const tableBox = (name: string, rows: number, first: number, second: number): Buffer => {
  const row = bytesOf(8, [0, first], [4, second]);
  return boxBytes(name, bytesOf(8, [4, rows]), rows === 0 ? Buffer.alloc(0) : Buffer.alloc(8 * rows, row));
};

/** One sample of a byte, at the beginning of the file. */
export const PLACES: readonly Buffer[] = [
  boxBytes('stsz', bytesOf(12, [4, 1], [8, 1])),
  boxBytes('stsc', bytesOf(20, [4, 1], [8, 1], [12, 1], [16, 1])),
  boxBytes('stco', bytesOf(12, [4, 1])),
];

/** A track of 1280x720, or of sound, a thousand ticks a second. */
const trackOf = (kind: 'vide' | 'soun', tables: readonly Buffer[]): Buffer => {
  const samples = boxBytes('minf', boxBytes('stbl', picturesOf(1280, 720), ...tables));
  return boxBytes('trak', TKHD, boxBytes('mdia', MDHD, handlerOf(kind), samples));
};

export const soundOf = (...tables: readonly Buffer[]): Buffer => trackOf('soun', tables);

/**
 * A header with one track of pictures.
 *
 * @param tables - of times
 * @param places - tables of places, which a film without fragments must have
 */
export const headerOf = (
  tables: readonly Buffer[],
  places: readonly Buffer[] = tables.length > 0 ? PLACES : [],
  ...more: readonly Buffer[]
): Buffer => boxBytes('moov', MVHD, trackOf('vide', [...tables, ...places]), ...more);

/** @param pixels - bytes of its only box of pixels */
export const filmOf = (header: Buffer, pixels: number, ...fragments: readonly Buffer[]): Buffer =>
  Buffer.concat([FTYP, header, ...fragments, boxBytes('mdat', Buffer.alloc(pixels))]);

/** A fragment whose one run claims so many samples, each of 33 ticks, without a byte for each. */
export const claimedRun = (samples: number): Buffer => {
  const head = boxBytes('tfhd', bytesOf(20, [0, 0x38], [4, 1], [8, 33], [12, 1]));
  return boxBytes('moof', boxBytes('traf', head, boxBytes('trun', bytesOf(8, [4, samples]))));
};

/** Announces fragments. */
const MVEX = boxBytes('mvex', boxBytes('trex', bytesOf(24, [4, 1], [8, 1])));

export const claimedSamples = (samples: number): Buffer => filmOf(headerOf([], [], MVEX), 1000, claimedRun(samples));

/** A header of about so many bytes, of tables in which each sample has a row of its own. */
export const longTables = (bytes: number): Buffer => {
  const rows = Math.floor((bytes - 2000) / 16);
  return filmOf(headerOf([tableBox('stts', rows, 1, 33), tableBox('ctts', rows, 1, 0)]), rows);
};

/** A picture of nothing but scans without pixels. */
export const emptyScans = (bytes: number): Buffer =>
  Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(bytes - 2, Buffer.from('ffda0002', 'hex'))]);
