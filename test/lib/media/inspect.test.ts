/** What files are looked at for, and what that takes: a few readings of their bytes, whatever they hold. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspect } from '../../../lib/media/inspect/inspect.ts';
import { MOST_PARTS, WINDOW_BYTES, type Windows } from '../../../lib/media/inspect/windows.ts';
import type { Format } from '../../../lib/media/rules/kinds.ts';
import { BROKEN_FILM, BROKEN_PICTURE, MIXED } from '../../../lib/media/rules/limits.ts';
import { boxBytes, comment, film, jpg, png, pngChunk } from '../../support/media-files.ts';
import {
  claimedRun,
  claimedSamples,
  emptyScans,
  filmOf,
  headerOf,
  longTables,
  PLACES,
  soundOf,
  tableBox,
} from '../../trust/files-hostile.ts';

const MEGABYTE = 1_048_576;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspect-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const look = async (file: Buffer, format: Format) => {
  const path = join(folder, 'file');
  await writeFile(path, file);
  let work: Windows['work'] = { bytesRead: 0, parts: 0 };
  const found = await inspect(path, format, (taken) => {
    work = taken;
  });
  return { found, work };
};

describe('A file', () => {
  const fills = (hex: string) => Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(MEGABYTE, hex, 'hex')]);
  const chunks = () => Buffer.concat(Array(50_000).fill(pngChunk('teXt', Buffer.alloc(0))));
  const tracks = () =>
    Array.from({ length: 999 }, () => headerOf([tableBox('stts', 2, 1, 1), tableBox('ctts', 2, 1, 1)]).subarray(116));
  const backwards = () => {
    const times = [tableBox('stts', 1, 1, 1), tableBox('ctts', 1, 1, 1)];
    const tables = [...times, ...PLACES].toReversed();
    return Array.from({ length: 300 }, () => headerOf(tables, [boxBytes('free', Buffer.alloc(6000))]).subarray(116));
  };
  it.each<[string, () => Buffer | Promise<Buffer>, Format]>([
    ['empty scans', () => emptyScans(2 * MEGABYTE), 'JPG'],
    ['bytes that fill', () => fills('ff'), 'JPG'],
    ['segments without content', () => fills('ffe10002'), 'JPG'],
    ['marks of a restart', () => fills('ffd0'), 'JPG'],
    ['chunks without content', () => Buffer.concat([png(800, 800).subarray(0, 33), chunks()]), 'PNG'],
    ['rows of tables', () => longTables(MEGABYTE), 'MP4'],
    ['small tracks', () => filmOf(headerOf([], [], ...tracks()), 100_000), 'MP4'],
    ['small fragments', () => filmOf(headerOf([]), 100_000, ...Array(5000).fill(claimedRun(1))), 'MP4'],
    ['tables in an unusual order', () => filmOf(headerOf([], [], ...backwards()), 100_000), 'MP4'],
    ['a film', () => film({ bytes: MEGABYTE }), 'MP4'],
    ['a picture', () => png(800, 800, MEGABYTE), 'PNG'],
    ['a photo', () => jpg(800, 800, MEGABYTE), 'JPG'],
  ])('is read a few times at the most, whatever it holds: %s', async (_, made, format) => {
    const file = await made();
    const { work } = await look(file, format);
    expect(work.bytesRead).toBeLessThan(3 * file.length + 4 * WINDOW_BYTES);
    expect(work.parts).toBeLessThanOrEqual(MOST_PARTS + 1);
  });

  it('ends at so many parts', async () => {
    const { found, work } = await look(emptyScans(2 * MEGABYTE), 'JPG');
    expect([found, work.parts]).toEqual([BROKEN_PICTURE, MOST_PARTS + 1]);
    const boxes = Buffer.concat(Array(MOST_PARTS).fill(boxBytes('skip')));
    expect((await look(filmOf(headerOf([], [], boxes), 10), 'MP4')).found).toEqual(BROKEN_FILM);
  });
});

describe('A film', () => {
  it('has no more samples than bytes, however it says so', async () => {
    const whole = await look(filmOf(headerOf([tableBox('stts', 1, 300, 33)]), 1000), 'MP4');
    expect(whole.found).toMatchObject({ width: 1280, height: 720, seconds: 9.9 });
    expect((await look(filmOf(headerOf([]), 1000, claimedRun(300)), 'MP4')).found).toMatchObject({ seconds: 9.9 });
    expect((await look(claimedSamples(1_000_000), 'MP4')).found).toEqual(BROKEN_FILM);
    expect((await look(filmOf(headerOf([tableBox('stts', 1, 1_000_000, 33)]), 1000), 'MP4')).found).toEqual(
      BROKEN_FILM,
    );
  });

  it('has no table that is longer than its box', async () => {
    for (const name of ['stts', 'ctts'])
      for (const rows of [4, 0xffffffff]) {
        const table = tableBox(name, 3, 1, 33);
        table.writeUInt32BE(rows, 12);
        const tables = name === 'stts' ? [table] : [tableBox('stts', 3, 1, 33), table];
        expect((await look(filmOf(headerOf(tables), 1000), 'MP4')).found).toEqual(BROKEN_FILM);
      }
    const run = claimedRun(2);
    // Each sample with a duration of its own, and no room for one.
    run.writeUInt32BE(0x100, run.length - 8);
    expect((await look(filmOf(headerOf([]), 1000, run), 'MP4')).found).toEqual(BROKEN_FILM);
  });

  it('has no box that reaches out of the one that it is in', async () => {
    const header = headerOf([tableBox('stts', 1, 300, 33)]);
    const at = header.indexOf('trak') - 4;
    header.writeUInt32BE(header.readUInt32BE(at) + 100, at);
    expect((await look(filmOf(header, 1000), 'MP4')).found).toEqual(BROKEN_FILM);
  });

  it('has a header of 16 MB at the most', async () => {
    const of = (bytes: number) => {
      const empty = headerOf([tableBox('stts', 1, 300, 33)], PLACES, boxBytes('skip'));
      return filmOf(
        headerOf([tableBox('stts', 1, 300, 33)], PLACES, boxBytes('skip', Buffer.alloc(bytes - empty.length))),
        9,
      );
    };
    expect((await look(of(16 * MEGABYTE), 'MP4')).found).toMatchObject({ seconds: 9.9 });
    expect((await look(of(16 * MEGABYTE + 9), 'MP4')).found).toEqual(BROKEN_FILM);
  });

  it('has a thousand tracks, and defaults of as many, at the most', async () => {
    const inside = (name: string, count: number) =>
      Array.from({ length: count }, (_, id) => {
        const content = Buffer.alloc(name === 'trex' ? 24 : 0);
        if (name === 'trex') content.writeUInt32BE(id + 9, 4);
        return boxBytes(name, content);
      });
    const found = async (...boxes: readonly Buffer[]) =>
      (await look(filmOf(headerOf([tableBox('stts', 1, 300, 33)], PLACES, ...boxes), 1000), 'MP4')).found;
    expect(await found(...inside('trak', 999), ...inside('trex', 1000))).toMatchObject({ seconds: 9.9 });
    expect(await found(...inside('trak', 1000))).toEqual(BROKEN_FILM);
    expect(await found(...inside('trex', 1001))).toEqual(BROKEN_FILM);
  });
});

describe('A mark of another file is found', () => {
  const marks = ['<!doctype', '<?php', 'PK\x03\x04'];
  // The first window begins with the file, the second one where the first ends or a little ahead of that.
  const places = Array.from({ length: 24 }, (_, index) => WINDOW_BYTES - 20 + index);
  it.each(marks)('wherever it stands, also across two windows: %j', async (mark) => {
    for (const place of places) {
      const text = Buffer.alloc(WINDOW_BYTES + 200, 'a');
      const head = png(800, 800).subarray(0, 33);
      text.write(mark, place - head.length - 8, 'latin1');
      const picture = Buffer.concat([head, pngChunk('teXt', text), png(800, 800).subarray(33)]);
      expect([place, picture.indexOf(mark), (await look(picture, 'PNG')).found]).toEqual([place, place, MIXED]);
    }
    const clean = Buffer.concat([
      png(800, 800).subarray(0, 33),
      pngChunk('teXt', Buffer.alloc(WINDOW_BYTES + 200, 'a')),
      png(800, 800).subarray(33),
    ]);
    expect((await look(clean, 'PNG')).found).toMatchObject({ width: 800, height: 800 });
  });

  it('outside of the pixels, and not among them', async () => {
    const spliced = (file: Buffer) => {
      const changed = Buffer.from(file);
      changed.write('<script', Math.floor(file.length / 2), 'latin1');
      return changed;
    };
    expect((await look(spliced(jpg(800, 800)), 'JPG')).found).toMatchObject({ width: 800 });
    expect((await look(spliced(png(800, 800)), 'PNG')).found).toMatchObject({ width: 800 });
    expect((await look(spliced(await film()), 'MP4')).found).toMatchObject({ width: 1280 });
    expect((await look(jpg(800, 800, 20_000, [comment('<script')]), 'JPG')).found).toEqual(MIXED);
  });

  /** A picture with a changed chunk of pixels, whose content and check sum may be any bytes. */
  const pixels = (content: string, sum: string) => {
    const whole = png(800, 800);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    const chunk = Buffer.concat([length, Buffer.from(`IDAT${content}${sum}`, 'latin1')]);
    return Buffer.concat([whole.subarray(0, 33), chunk, whole.subarray(33)]);
  };

  it('in what frames the parts of a picture', async () => {
    const whole = png(800, 800);
    const among = (...chunks: readonly Buffer[]) =>
      Buffer.concat([whole.subarray(0, 33), ...chunks, whole.subarray(33)]);
    const named = [
      pngChunk('puPK', Buffer.from('\x03\x04', 'latin1')),
      pngChunk('puRa', Buffer.from('r!\x1a\x07\x00', 'latin1')),
      pngChunk('tEXt', Buffer.concat([Buffer.alloc(70_000), Buffer.from('<scr')])),
    ];
    expect((await look(among(named[0]!), 'PNG')).found).toEqual(MIXED);
    expect((await look(among(named[1]!), 'PNG')).found).toEqual(MIXED);
    expect((await look(among(named[2]!), 'PNG')).found).toMatchObject({ width: 800 });
    expect((await look(pixels('abcPK', '\x03\x04ab'), 'PNG')).found).toEqual(MIXED);
    expect((await look(pixels('abc', 'PK\x05\x06'), 'PNG')).found).toEqual(MIXED);
    expect((await look(pixels('abc<?ph', 'PK\x03\x04'), 'PNG')).found).toEqual(MIXED);
    // One begins in the pixels with the last letter of another.
    expect((await look(pixels('abc<?phP', 'K\x03\x04a'), 'PNG')).found).toEqual(MIXED);
    // A length of 0x504b is written as PK.
    const segment = Buffer.concat([Buffer.from('ffef504b0304', 'hex'), Buffer.alloc(0x504b - 4)]);
    expect((await look(jpg(800, 800, 20_000, [segment]), 'JPG')).found).toEqual(MIXED);
    const marker = Buffer.concat([Buffer.from('ff504b0304', 'hex'), Buffer.alloc(0x4b03 - 3)]);
    expect((await look(jpg(800, 800, 20_000, [marker]), 'JPG')).found).toEqual(MIXED);
  });

  it('not at the ends of the pixels, where all of it is among them', async () => {
    expect((await look(pixels('<script', 'abcd'), 'PNG')).found).toMatchObject({ width: 800 });
    expect((await look(pixels('abc<?php', 'abcd'), 'PNG')).found).toMatchObject({ width: 800 });
  });

  it('in what a phone appends to a photo, but for the pictures of a film', async () => {
    const photo = jpg(800, 800);
    const whole = await film();
    const at = whole.lastIndexOf('mdat') - 4;
    const spliced = Buffer.from(whole);
    spliced.write('<script', at + 100, 'latin1');
    const after = boxBytes('free', Buffer.from('<script'));
    const found = async (...behind: readonly Buffer[]) => (await look(Buffer.concat([photo, ...behind]), 'JPG')).found;
    expect(await found(whole)).toMatchObject({ width: 800 });
    expect(await found(spliced)).toMatchObject({ width: 800 });
    expect(await found(spliced, after)).toEqual(MIXED);
    // It is no whole film, so all of it is searched.
    const few = [whole.subarray(0, whole.readUInt32BE(0)), boxBytes('mdat', Buffer.from('<script'))];
    expect(await found(...few)).toEqual(MIXED);
    expect(await found(spliced, Buffer.from('trailer'))).toEqual(MIXED);
    expect(await found(whole, Buffer.from('trailer'))).toMatchObject({ width: 800 });
    expect(await found(Buffer.from('trailer<script'))).toEqual(MIXED);
    expect(await found(Buffer.from('trailer'))).toMatchObject({ width: 800 });
  });

  it('not in the pictures of an animation, where it is one', async () => {
    const whole = png(800, 800);
    const [begin, rest] = [whole.subarray(0, 33), whole.subarray(33)];
    const [pixels, end] = [rest.subarray(0, -12), rest.subarray(-12)];
    const [control, begun] = [pngChunk('acTL', Buffer.alloc(8)), pngChunk('fcTL', Buffer.alloc(26))];
    const frame = pngChunk('fdAT', Buffer.from('abcd<script'));
    const found = async (...parts: readonly Buffer[]) =>
      (await look(Buffer.concat([begin, ...parts, end]), 'PNG')).found;
    expect(await found(control, pixels, begun, frame)).toMatchObject({ width: 800 });
    expect(await found(control, begun, pixels, begun, frame, frame)).toMatchObject({ width: 800 });
    expect(await found(control, pixels, begun, pngChunk('fdAT', Buffer.from('a')))).toMatchObject({ width: 800 });
    for (const parts of [
      [pixels, frame],
      [pixels, begun, frame],
      [pixels, control, begun, frame],
      [control, pixels, frame],
      [control, begun, pixels, frame],
      [control, begun, frame, pixels],
      [control, pixels, begun, pngChunk('fdAT', Buffer.from('%PDF-1.7'))],
    ])
      expect(await found(...parts)).toEqual(MIXED);
  });

  it('not in the pixels of a picture, which follow one another', async () => {
    const whole = png(800, 800);
    const [pixels, text] = [pngChunk('IDAT', Buffer.from('ab<script')), pngChunk('tEXt', Buffer.from('a'))];
    const found = async (...parts: readonly Buffer[]) =>
      (await look(Buffer.concat([whole.subarray(0, 33), ...parts, whole.subarray(-12)]), 'PNG')).found;
    expect(await found(text, pixels, pixels)).toMatchObject({ width: 800 });
    expect(await found(pixels, text, pixels)).toEqual(MIXED);
  });

  it.each([
    ['<%@ page', MIXED],
    ['<%@Language', MIXED],
    ['<%@abc', undefined],
    ['<SVG ', MIXED],
    ['<svgabc', undefined],
    ['PK\x05\x06', MIXED],
    ['pk\x05\x06', undefined],
    ['\x7fELF\x02\x01\x01', MIXED],
    ['\x7fELF\x03\x01\x01', undefined],
  ])('where it is one, and not where it only begins like one: %j', async (text, expected) => {
    expect((await look(jpg(800, 800, 20_000, [comment(text)]), 'JPG')).found).toEqual(
      expected ?? expect.objectContaining({ width: 800 }),
    );
  });

  it('in any case of its letters, also where the engine optimizes no pattern', async () => {
    const path = join(folder, 'photo');
    await writeFile(path, jpg(800, 800, 20_000, [comment('<SCRIPT')]));
    const module = new URL('../../../lib/media/inspect/inspect.ts', import.meta.url);
    const code = `const { inspect } = await import('${module}');
      console.log(JSON.stringify(await inspect(process.argv[1], 'JPG')));`;
    const options = ['--no-regexp-optimization', '--input-type=module', '--eval', code, path];
    const { stdout } = await promisify(execFile)(process.execPath, options);
    expect(JSON.parse(stdout)).toEqual(MIXED);
  });

  it.each(['%PDF-1.4', '<html>', '<svg xmlns', '<script>'])('in the name of a box: %s', async (text) => {
    const whole = await film();
    const at = whole.readUInt32BE(0);
    const box = boxBytes(text.slice(0, 4), Buffer.from(text.slice(4)));
    const mixed = Buffer.concat([whole.subarray(0, at), box, whole.subarray(at)]);
    expect((await look(mixed, 'MP4')).found).toEqual(MIXED);
  });
});

describe('The samples of a film', () => {
  const isAt = (file: Buffer, name: string) => file.indexOf(name, 0, 'latin1') - 4;
  const shapes = ['in-memory', 'fragmented'] as const;

  it.each(shapes)('are in the file, also where its last box goes on to the end: %s', async (fastStart) => {
    const whole = await film({ fastStart });
    const at = whole.lastIndexOf('mdat') - 4;
    const end = at + whole.readUInt32BE(at);
    const openEnded = Buffer.from(whole.subarray(0, end));
    openEnded.writeUInt32BE(0, at);
    expect((await look(openEnded, 'MP4')).found).toMatchObject({ seconds: 10 });
    for (const lost of [1, 8, 5000]) {
      const cut = openEnded.subarray(0, openEnded.length - lost);
      expect([lost, (await look(cut, 'MP4')).found]).toEqual([lost, BROKEN_FILM]);
    }
  });

  it('have places and sizes in the tables', async () => {
    const stts = tableBox('stts', 1, 300, 33);
    const [sizes, chunks, places] = PLACES as [Buffer, Buffer, Buffer];
    const changed = (table: Buffer, at: number, value: number) => {
      const other = Buffer.from(table);
      other.writeUInt32BE(value, at);
      return other;
    };
    const found = async (...tables: readonly Buffer[]) =>
      (await look(filmOf(headerOf([stts], tables), 1000), 'MP4')).found;
    expect(await found(sizes, chunks, places)).toMatchObject({ seconds: 9.9 });
    expect(await found(sizes, chunks)).toEqual(BROKEN_FILM);
    expect(await found(sizes, places)).toEqual(BROKEN_FILM);
    expect(await found(chunks, places)).toEqual(BROKEN_FILM);
    // The offset is out of the file; two samples have the place of one; the sample has no byte.
    expect(await found(sizes, chunks, changed(places, 16, 0xffffff00))).toEqual(BROKEN_FILM);
    expect(await found(changed(sizes, 16, 2), chunks, places)).toEqual(BROKEN_FILM);
    expect(await found(changed(sizes, 12, 100_000), chunks, places)).toEqual(BROKEN_FILM);
    const none = boxBytes('stsz', Buffer.alloc(16));
    expect(await found(changed(none, 16, 1), chunks, places)).toEqual(BROKEN_FILM);
    const far = boxBytes('co64', Buffer.from('000000000000000100000001000000ff', 'hex'));
    expect(await found(sizes, chunks, far)).toEqual(BROKEN_FILM);
    const near = boxBytes('co64', Buffer.from('00000000000000010000000000000009', 'hex'));
    expect(await found(sizes, chunks, near)).toMatchObject({ seconds: 9.9 });
    const negative = boxBytes('co64', Buffer.from('0000000000000001ffffffffffffff00', 'hex'));
    expect(await found(sizes, chunks, negative)).toEqual(BROKEN_FILM);
    expect(await found(sizes, changed(chunks, 20, 0), places)).toEqual(BROKEN_FILM);
  });

  it.each([
    [4, '5f1f'],
    [8, '050f010f'],
    [16, '0005000f0001000f'],
  ])('may have sizes of %i bits', async (bits, rows) => {
    const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, bits, 0, 0, 0, 4]);
    const sizes = boxBytes('stz2', head, Buffer.from(rows, 'hex'));
    const chunks = boxBytes('stsc', Buffer.from('0000000000000001000000010000000400000001', 'hex'));
    const found = async (rest: number) => {
      const tables = (place: number) => {
        const at = Buffer.from('000000000000000100000000', 'hex');
        at.writeUInt32BE(place, 8);
        return headerOf([tableBox('stts', 1, 4, 33)], [sizes, chunks, boxBytes('stco', at)]);
      };
      const { length } = filmOf(tables(0), 1000);
      return (await look(filmOf(tables(length - rest), 1000), 'MP4')).found;
    };
    expect(await found(36)).toMatchObject({ seconds: 0.132 });
    expect(await found(35)).toEqual(BROKEN_FILM);
  });

  it('of sound may share bytes, which no table of sizes says', async () => {
    const stts = tableBox('stts', 1, 300, 33);
    const [, , places] = PLACES as [Buffer, Buffer, Buffer];
    const many = (count: number) => Buffer.from(count.toString(16).padStart(8, '0'), 'hex');
    const tables = [
      tableBox('stts', 1, 100_000, 1),
      boxBytes('stsz', Buffer.from('0000000000000001', 'hex'), many(100_000)),
      boxBytes('stsc', Buffer.from('000000000000000100000001', 'hex'), many(100_000), many(1)),
    ];
    const found = async (where: Buffer) => {
      const header = headerOf([stts], PLACES, soundOf(...tables, where));
      return (await look(filmOf(header, 1000), 'MP4')).found;
    };
    expect(await found(places)).toMatchObject({ seconds: 100 });
    const far = Buffer.from(places);
    far.writeUInt32BE(5000, 16);
    expect(await found(far)).toEqual(BROKEN_FILM);
  });

  it('take no more than the pictures that are there', async () => {
    const whole = await film({ fastStart: 'in-memory' });
    const at = isAt(whole, 'mdat');
    for (const bytes of [0, 126]) {
      const few = Buffer.concat([whole.subarray(0, at), boxBytes('mdat', whole.subarray(at + 8, at + 8 + bytes))]);
      expect((await look(few, 'MP4')).found).toEqual(BROKEN_FILM);
    }
  });
});
