/**
 * Pictures: their parts from beginning to end, and their size from the header. Nothing is decoded, and no more than a window
 * or the header is in memory.
 */
import type { FileHandle } from 'node:fs/promises';
import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { BROKEN_PICTURE, type Failure, MIXED } from '../rules/limits.ts';
import { holdsForeign } from './foreign.ts';
import type { Windows } from './windows.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A header with all that cameras put into it. */
const MOST_HEADER = 8 * 1_048_576;

/** The beginning of a file, as a buffer of its own. */
const headerOf = async (file: FileHandle, length: number): Promise<Uint8Array> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
  return new Uint8Array(buffer.buffer, buffer.byteOffset, bytesRead);
};

const isSize = ({ width, height }: Size): boolean => width > 0 && height > 0;

const SIGNATURE = 8;
const CHUNK_FRAME = 12;

/** Chunk after chunk to the end of the picture, which is that of the file. */
export const pngSize = async (file: FileHandle, windows: Windows): Promise<Size | Failure> => {
  let hasPixels = false;
  for (let position = SIGNATURE; ; ) {
    const head = await windows.at(position, 8);
    if (head.length < 8) return BROKEN_PICTURE;
    const length = head.readUInt32BE(0);
    const name = head.toString('latin1', 4, 8);
    const next = position + CHUNK_FRAME + length;
    const isFirst = position === SIGNATURE;
    if (!/^[A-Za-z]{4}$/.test(name) || next > windows.size || isFirst !== (name === 'IHDR')) return BROKEN_PICTURE;
    if (name === 'IDAT') hasPixels = true;
    else if (await holdsForeign(windows, position + 8, next)) return MIXED;
    position = next;
    if (name !== 'IEND') continue;
    if (!hasPixels) return BROKEN_PICTURE;
    if (position < windows.size) return MIXED;
    const header = await headerOf(file, SIGNATURE + CHUNK_FRAME + 13);
    const { width, height } = PNG.calculate(header);
    return isSize({ width, height }) ? { width, height } : BROKEN_PICTURE;
  }
};

const MARKER = 0xff;
const END = 0xd9;
const SCAN = 0xda;
const isAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** Where the coded pixels of a scan end: at the next marker that is no part of them. */
const endOfScan = async (windows: Windows, from: number): Promise<number | undefined> => {
  for await (const [start, bytes] of windows.from(from, windows.size, 1)) {
    for (let at = bytes.indexOf(MARKER); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(MARKER, at + 1)) {
      const marker = bytes[at + 1]!;
      if (marker !== 0 && marker !== MARKER && !isAlone(marker)) return start + at;
    }
  }
  return undefined;
};

/** Segment after segment to the end of the picture. Cameras put more behind it: it is looked through. */
export const jpgSize = async (file: FileHandle, windows: Windows): Promise<Size | Failure> => {
  let headerEnd: number | undefined;
  for (let position = 2; ; ) {
    const head = await windows.at(position, 4);
    const [first, marker = 0] = head;
    if (head.length < 2 || first !== MARKER) return BROKEN_PICTURE;
    if (marker === MARKER) {
      position += 1;
      continue;
    }
    if (marker === END) {
      if (headerEnd === undefined) return BROKEN_PICTURE;
      if (await holdsForeign(windows, position + 2, windows.size)) return MIXED;
      break;
    }
    if (isAlone(marker)) {
      position += 2;
      continue;
    }
    if (head.length < 4 || head.readUInt16BE(2) < 2) return BROKEN_PICTURE;
    const next = position + 2 + head.readUInt16BE(2);
    if (next > windows.size) return BROKEN_PICTURE;
    if (await holdsForeign(windows, position + 4, next)) return MIXED;
    if (marker !== SCAN) {
      position = next;
      continue;
    }
    headerEnd ??= position;
    const end = await endOfScan(windows, next);
    if (end === undefined) return BROKEN_PICTURE;
    position = end;
  }
  if (headerEnd > MOST_HEADER) return BROKEN_PICTURE;
  try {
    const { width, height } = JPG.calculate(await headerOf(file, headerEnd));
    return isSize({ width, height }) ? { width, height } : BROKEN_PICTURE;
  } catch {
    return BROKEN_PICTURE;
  }
};
