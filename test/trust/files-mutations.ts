/** Files of each format, and what is done to them so that they are none any more, or claim what they do not hold. */
import type { Format } from '../../lib/media/rules/kinds.ts';
import { comment, film, jpg, png, pngChunk } from '../support/media-files.ts';
import { claimedRun, filmOf, headerOf, tableBox } from './files-hostile.ts';
import type { Random } from './random.ts';

const MEGABYTE = 1_048_576;
/** As many bytes as a file of its format may have. */
const MOST: Readonly<Record<Format, number>> = {
  JPG: 20 * MEGABYTE,
  PNG: 20 * MEGABYTE,
  MP4: 75 * MEGABYTE,
  MOV: 75 * MEGABYTE,
};

/** What the mutations begin with. */
export const seedsOf = async (): Promise<Readonly<Record<Format, readonly Buffer[]>>> => {
  const photo = jpg(1000, 750, 3000, [comment('a'.repeat(200)), comment('')]);
  const scans = Buffer.concat([photo.subarray(0, -2), photo.subarray(photo.lastIndexOf(Buffer.from('ffda', 'hex')))]);
  const picture = png(800, 900, 3000);
  const texts = [picture.subarray(0, 33), pngChunk('tEXt', Buffer.from('a\0b')), pngChunk('zTXt', Buffer.alloc(300))];
  const tables = [tableBox('stts', 40, 3, 33), tableBox('ctts', 60, 2, 10)];
  const films = async (isMov: boolean) =>
    Promise.all(
      ([false, 'in-memory', 'fragmented'] as const).map((fastStart) => film({ bytes: 3000, isMov, fastStart })),
    );
  return {
    JPG: [photo, scans, jpg(720, 720, 500)],
    PNG: [picture, Buffer.concat([...texts, picture.subarray(33)])],
    MP4: [...(await films(false)), filmOf(headerOf(tables), 1000, claimedRun(20), claimedRun(3))],
    MOV: await films(true),
  };
};

/** Numbers that lengths and counts are seldom meant to be. */
const ODD = [0, 1, 2, 7, 8, 16, 0xff, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff] as const;
const MARKERS = ['ffda0002', 'ffe10002', 'ffd9', 'ffd0', 'ffffffff', '0000000866726565', '00000001', '3c736372697074'];

type Mutation = (file: Buffer, random: Random) => Buffer;

const changed = (file: Buffer, change: (copy: Buffer) => void): Buffer => {
  const copy = Buffer.from(file);
  change(copy);
  return copy;
};
const without = (file: Buffer, from: number, to: number): Buffer =>
  Buffer.concat([file.subarray(0, from), file.subarray(to)]);
const put = (file: Buffer, at: number, piece: Buffer): Buffer =>
  Buffer.concat([file.subarray(0, at), piece, file.subarray(at)]);
/** A piece of it, short ones more often than long ones. */
const pieceOf = (file: Buffer, random: Random): Buffer => {
  const from = random.below(file.length);
  return file.subarray(from, from + 1 + random.below(random.pick([4, 16, 64, 256, 2048])));
};

const MUTATIONS: readonly Mutation[] = [
  (file, random) =>
    changed(file, (copy) => {
      copy[random.below(copy.length)]! ^= 1 << random.below(8);
    }),
  (file, random) => changed(file, (copy) => void copy.writeUInt8(random.below(256), random.below(copy.length))),
  (file, random) => changed(file, (copy) => void copy.writeUInt32BE(random.pick(ODD), random.below(copy.length - 4))),
  (file, random) =>
    changed(file, (copy) => {
      const at = random.below(copy.length - 4);
      copy.writeUInt32BE((copy.readUInt32BE(at) + random.below(65) - 32) >>> 0, at);
    }),
  (file, random) => file.subarray(0, 1 + random.below(file.length)),
  (file, random) => {
    const from = random.below(file.length);
    return without(file, from, from + 1 + random.below(64));
  },
  (file, random) => put(file, random.below(file.length), pieceOf(file, random)),
  (file, random) => put(file, random.below(file.length), Buffer.from(random.pick(MARKERS), 'hex')),
  (file, random) => Buffer.concat([file, pieceOf(file, random)]),
  (file, random) =>
    changed(file, (copy) => {
      const piece = pieceOf(file, random);
      piece.copy(copy, random.below(copy.length));
    }),
];

/** A piece again and again, up to a size. */
const filled = (file: Buffer, random: Random, most: number): Buffer => {
  const piece = random.chance(0.5) ? pieceOf(file, random) : Buffer.from(random.pick(MARKERS), 'hex');
  return put(file, random.below(file.length), Buffer.alloc(Math.max(1, most - file.length), piece));
};

export interface Changed {
  readonly file: Buffer;
  /** Of the legal size. */
  readonly isLarge: boolean;
}

/** @param large - how often the file is made as large as it may be */
export const mutated = (
  { format, seeds, large }: { format: Format; seeds: readonly Buffer[]; large: number },
  random: Random,
): Changed => {
  let file = random.pick(seeds);
  const isLarge = random.chance(large);
  for (let times = 1 + random.below(6); times > 0 && file.length > 8; times--)
    file = random.pick(MUTATIONS)(file, random);
  if (isLarge) file = filled(file, random, MOST[format]);
  else if (random.chance(0.05)) file = filled(file, random, 200_000);
  return { file: file.subarray(0, MOST[format]), isLarge };
};
