/** Bodies that end in any way: each is written, or an error, and none is waited for. */
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DiskFailed, writeBody } from '../../../lib/media/pieces.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pieces-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let files = 0;
const writing = async (body: Readable, take: (piece: Buffer) => void = () => {}) => {
  const path = join(folder, String(files++));
  const file = await open(path, 'wx');
  try {
    await writeBody(body, file, take, () => new Error('cut small'));
  } finally {
    await file.close();
  }
  return readFile(path);
};

const openBody = () => new Readable({ read() {} });

// If it is waited for, that never ends.
it('one that was closed before, with an error or without', { timeout: 30_000 }, async () => {
  const closed = openBody();
  closed.push('some');
  closed.destroy();
  await expect(writing(closed)).rejects.toThrow('The connection was closed');
  const failed = openBody().on('error', () => {});
  failed.destroy(new Error('reset'));
  await new Promise((resolve) => failed.once('close', resolve));
  await expect(writing(failed)).rejects.toThrow('The connection was closed');
});

it('one that is closed, fails or is refused on its way', async () => {
  const closed = openBody();
  closed.push('some');
  await expect(writing(closed, () => closed.destroy())).rejects.toThrow('The connection was closed');
  const failed = openBody();
  failed.push('some');
  await expect(writing(failed, () => failed.destroy(new Error('reset')))).rejects.toThrow('reset');
  const refused = openBody();
  refused.push('some');
  const refuse = () => {
    throw new Error('refused');
  };
  // Its other side never ends it.
  await expect(writing(refused, refuse)).rejects.toThrow('refused');
});

it('one of pieces of all sizes, as they came', async () => {
  const sizes = [1, 65_535, 1, 65_536, 200_000, 3, 0, 65_537, 70];
  const pieces = sizes.map((size, index) => Buffer.alloc(size, index + 1));
  expect((await writing(Readable.from(pieces, { objectMode: false }))).equals(Buffer.concat(pieces))).toBe(true);
  expect(await writing(Readable.from([], { objectMode: false }))).toHaveLength(0);
});

it('one that the disk takes in parts', async () => {
  const path = join(folder, 'parts');
  const file = await open(path, 'wx');
  const write = file.write.bind(file);
  // As a disk does that is almost full: it writes what fits, and fails at the next write only.
  file.write = ((bytes: Buffer, from = 0, length = bytes.length - from) =>
    write(bytes, from, Math.ceil(length / 2))) as typeof file.write;
  const pieces = [10, 150_000, 50_000].map((size, index) => Buffer.alloc(size, index + 1));
  await writeBody(
    Readable.from(pieces, { objectMode: false }),
    file,
    () => {},
    () => new Error(),
  );
  await file.close();
  expect((await readFile(path)).equals(Buffer.concat(pieces))).toBe(true);
});

it('one that the disk does not take is no failure of the server', async () => {
  const file = await open(join(folder, 'closed'), 'wx');
  await file.close();
  const written = writeBody(
    Readable.from([Buffer.alloc(100_000)]),
    file,
    () => {},
    () => new Error(),
  );
  await expect(written).rejects.toBeInstanceOf(DiskFailed);
});
