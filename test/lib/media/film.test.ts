/** Films as they are read here, next to how a library for films reads them: of what is whole both say the same. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Input,
  MovOutputFormat,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
} from 'mediabunny';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspect } from '../../../lib/media/inspect/inspect.ts';
import { BROKEN_FILM } from '../../../lib/media/rules/limits.ts';
import { AVC, boxBytes, film, insideBoxes } from '../../support/media-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'films-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const readHere = async (file: Buffer) => {
  const path = join(folder, 'film');
  await writeFile(path, file);
  return inspect(path, 'MP4');
};

/** As `getPrimaryVideoTrack` and `computeDuration` have it. */
const readByLibrary = async (file: Buffer) => {
  const input = new Input({ source: new BlobSource(new Blob([new Uint8Array(file)])), formats: [MP4, QTFF] });
  const track = (await input.getPrimaryVideoTrack())!;
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
  return { width, height, seconds: await input.computeDuration() };
};

const both = async (file: Buffer) => {
  const here = await readHere(file);
  const there = await readByLibrary(file);
  expect(here).toEqual({
    format: 'MP4',
    bytes: file.length,
    ...there,
    seconds: expect.closeTo(there.seconds, 5),
  });
  return there;
};

interface Shape {
  readonly format?: 'mp4' | 'mov';
  readonly fastStart?: false | 'in-memory' | 'fragmented';
  readonly rotation?: 0 | 90 | 180 | 270;
  readonly frames?: number;
  readonly rate?: number;
  /** Presents them in another order than they are decoded in. */
  readonly isReordered?: boolean;
  readonly begins?: number;
  readonly sound?: { readonly codec: 'aac' | 'pcm-s16'; readonly seconds: number };
}

const made = async ({ format = 'mp4', fastStart = false, rotation = 0, ...shape }: Shape): Promise<Buffer> => {
  const { frames = 60, rate = 30, isReordered = false, begins = 0, sound } = shape;
  const target = new BufferTarget();
  const kind = format === 'mp4' ? new Mp4OutputFormat({ fastStart }) : new MovOutputFormat({ fastStart });
  const output = new Output({ format: kind, target });
  const pictures = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(pictures, { rotation });
  const sounds = sound && new EncodedAudioPacketSource(sound.codec);
  if (sounds) output.addAudioTrack(sounds);
  await output.start();
  const decoderConfig = { codec: 'avc1.64001f', codedWidth: 1280, codedHeight: 720, description: AVC };
  // I P B B P B B: what comes third is shown second.
  const order = (index: number) => (!isReordered || index === 0 ? index : index + [2, -1, -1][(index - 1) % 3]!);
  for (let index = 0; index < frames; index++) {
    const at = begins + order(index) / rate;
    const kindOf = index === 0 || (!isReordered && index % 30 === 0) ? 'key' : 'delta';
    await pictures.add(new EncodedPacket(Buffer.alloc(40, index), kindOf, at, 1 / rate), { decoderConfig });
  }
  if (sounds && sound) {
    const step = 1024 / 48_000;
    for (let at = 0; at < sound.seconds; at += step) {
      const bytes = Buffer.alloc(sound.codec === 'aac' ? 20 : 4096, 1);
      await sounds.add(new EncodedPacket(bytes, 'key', at, step), {
        decoderConfig: {
          codec: sound.codec === 'aac' ? 'mp4a.40.2' : 'pcm-s16',
          numberOfChannels: 2,
          sampleRate: 48_000,
          ...(sound.codec === 'aac' && { description: Buffer.from([0x11, 0x90]) }),
        },
      });
    }
  }
  await output.finalize();
  return Buffer.from(target.buffer!);
};

describe('A film is read as the library reads it', () => {
  const shapes: readonly Shape[] = [
    ...(['mp4', 'mov'] as const).flatMap((format) =>
      ([false, 'in-memory', 'fragmented'] as const).flatMap((fastStart) => [
        { format, fastStart },
        { format, fastStart, rotation: 90 as const },
        { format, fastStart, rotation: 180 as const, frames: 901 },
        { format, fastStart, rotation: 270 as const, rate: 24 },
        { format, fastStart, isReordered: true, frames: 61 },
        { format, fastStart, begins: 1.5 },
        { format, fastStart, sound: { codec: 'aac' as const, seconds: 5 } },
        { format, fastStart, sound: { codec: 'aac' as const, seconds: 1 } },
      ]),
    ),
    { format: 'mov', sound: { codec: 'pcm-s16', seconds: 3 } },
  ];
  it.each(shapes.map((shape) => [JSON.stringify(shape), shape] as const))('%s', async (_, shape) => {
    const { seconds } = await both(await made(shape));
    expect(seconds).toBeGreaterThan(1);
  });

  it('whatever its pixels look like, and whatever it shows of its track', async () => {
    const plain = await film({ fastStart: 'in-memory' });
    const pixels = (across: number, down: number) => {
      const ratio = Buffer.alloc(8);
      ratio.writeUInt32BE(across, 0);
      ratio.writeUInt32BE(down, 4);
      return insideBoxes(plain, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd', 'avc1'], boxBytes('pasp', ratio));
    };
    expect(await both(pixels(4, 3))).toMatchObject({ width: 1707, height: 720 });
    expect(await both(pixels(3, 4))).toMatchObject({ width: 1280, height: 960 });
    expect(await both(pixels(0, 4))).toMatchObject({ width: 1280, height: 720 });
    type Row = readonly [lasts: number, from: number, rate?: number];
    const edit = (...rows: readonly Row[]) => {
      const table = Buffer.alloc(8 + 12 * rows.length);
      table.writeUInt32BE(rows.length, 4);
      for (const [index, [lasts, from, rate = 1]] of rows.entries()) {
        table.writeUInt32BE(lasts, 8 + 12 * index);
        table.writeInt32BE(from, 12 + 12 * index);
        table.writeInt32BE(rate * 0x10000, 16 + 12 * index);
      }
      return insideBoxes(plain, ['moov', 'trak'], boxBytes('edts', boxBytes('elst', table)));
    };
    const whole = (await both(plain)).seconds;
    for (const rows of [
      [[0, 5000]],
      [
        [2000, -1],
        [0, 0],
      ],
      [[0, 5000, 2]],
      [[2000, -1]],
    ] as const)
      expect((await both(edit(...rows))).seconds).not.toBeNaN();
    expect((await both(edit([2000, -1], [0, 0]))).seconds).toBeGreaterThan(whole);
    // Of several edits, or one that slows it down, the library counts what the first would show.
    const header = plain.indexOf('mvhd') + 4;
    const second = plain.readUInt32BE(header + (plain[header] === 1 ? 20 : 12));
    const shown = async (...rows: readonly Row[]) => (await readHere(edit(...rows))) as unknown as { seconds: number };
    expect(await shown([second, 0], [600 * second, 0])).toMatchObject({ seconds: 601 });
    expect(await shown([second, -1], [second, 0], [second, -1], [600 * second, 0])).toMatchObject({ seconds: 603 });
    expect(await shown([second, 0], [600 * second, -1])).toMatchObject({ seconds: 601 });
    expect(await shown([600 * second, 0, 0])).toMatchObject({ seconds: 600 });
    expect(await shown([600 * second, 0, 0.5])).toMatchObject({ seconds: 600 });
    // Of two of a box programs read either.
    const twice = ['mvhd', 'mdhd', 'stsd', 'stts', 'stsz'].map((name) => {
      const way = { mvhd: ['moov'], mdhd: ['moov', 'trak', 'mdia'] }[name] ?? ['moov', 'trak', 'mdia', 'minf', 'stbl'];
      const at = plain.indexOf(name) - 4;
      return insideBoxes(plain, way, plain.subarray(at, at + plain.readUInt32BE(at)));
    });
    const edits = insideBoxes(edit([1, 0]), ['moov', 'trak'], boxBytes('edts', boxBytes('elst', Buffer.alloc(8))));
    for (const file of [...twice, edits]) expect(await readHere(file)).toEqual(BROKEN_FILM);
    // Edits that are shorter than their contents hide nothing.
    expect((await shown([1, 0], [1, 0])).seconds).toBeCloseTo(whole, 5);
  });
});
