/**
 * Inspects pictures: their chunks or segments from start to end, and the size in their header. Nothing is decoded, and
 * only one window is in memory.
 */
import { type Failure, MIXED } from '../rules/limits.ts';
import { isFilmAt } from './boxes.ts';
import { filmAt } from './film.ts';
import { holdsOtherFile } from './other-files.ts';
import { Broken, type Windows, windowsBehind } from './windows.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** @throws Broken */
const requireSize = (size: Size | undefined): Size => {
  if (!size || size.width === 0 || size.height === 0) throw new Broken('its size');
  return size;
};

const SIGNATURE = 8;
/** Length and name before the content, a check sum after it. */
const CHUNK_START = 8;
const CHUNK_SUM = 4;
const CHUNK_FRAME = CHUNK_START + CHUNK_SUM;
const PNG_HEADER = 13;
/** The number of a chunk in an animation, before the pixels in it. */
const CHUNK_NUMBER = 4;

/** Reads all chunks of a PNG, which must end with the file. @throws Broken */
export const pngSize = async (windows: Windows): Promise<Size | Failure> => {
  let size: Size | undefined;
  let hasPixels = false;
  let isAnimated = false;
  /** Behind the control of a frame of an animation, other than the first, whose pixels are those of the picture. */
  let isInFrame = false;
  let before = '';
  for (let position = SIGNATURE; ; ) {
    windows.countPart();
    const head = await windows.at(position, 16);
    if (head.length < CHUNK_FRAME) throw new Broken('a chunk');
    const length = head.readUInt32BE(0);
    const name = head.toString('latin1', 4, 8);
    const next = position + CHUNK_FRAME + length;
    const isFirst = position === SIGNATURE;
    if (!/^[A-Za-z]{4}$/.test(name) || next > windows.size || isFirst !== (name === 'IHDR'))
      throw new Broken('a chunk');
    if (isFirst) {
      if (length !== PNG_HEADER) throw new Broken('its header');
      size = { width: head.readUInt32BE(8), height: head.readUInt32BE(12) };
    }
    const isFrame = isInFrame && name === 'fdAT';
    const isPixels = isFrame || (name === 'IDAT' && (!hasPixels || before === 'IDAT'));
    if (name === 'acTL' && !hasPixels) isAnimated = true;
    if (name === 'fcTL' && hasPixels) isInFrame = isAnimated;
    if (name === 'IDAT') hasPixels = true;
    before = name;
    const framed = isFrame ? CHUNK_START + CHUNK_NUMBER : CHUNK_START;
    // Of pixels only what frames them is searched.
    if (await holdsOtherFile(windows, position, isPixels ? Math.min(position + framed, next) : next)) return MIXED;
    if (isPixels && (await holdsOtherFile(windows, next - CHUNK_SUM, next))) return MIXED;
    position = next;
    if (name !== 'IEND') continue;
    if (!hasPixels) throw new Broken('no pixels');
    return position < windows.size ? MIXED : requireSize(size);
  }
};

const MARKER = 0xff;
const END = 0xd9;
const SCAN = 0xda;
/** Baseline, extended and progressive frames: those that all programs show. */
const FRAMES: readonly number[] = [0xc0, 0xc1, 0xc2];
const isAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** Where the coded pixels of a scan end: at the next marker that does not belong to them. @throws Broken */
const endOfScan = async (windows: Windows, from: number): Promise<number> => {
  for await (const [start, bytes] of windows.from(from, windows.size, 1)) {
    for (let at = bytes.indexOf(MARKER); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(MARKER, at + 1)) {
      const marker = bytes[at + 1]!;
      if (marker !== 0 && marker !== MARKER && !isAlone(marker)) return start + at;
    }
  }
  throw new Broken('a scan');
};

/**
 * Whether what phones append to a picture holds another file. Of a whole film the pictures are not searched, as in a
 * film alone.
 */
const endHoldsOtherFile = async (windows: Windows, end: number): Promise<boolean> => {
  const film = end + 2;
  if (isFilmAt(await windows.at(film, 8))) {
    try {
      return 'code' in (await filmAt(windowsBehind(windows, film)));
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
    }
  }
  return holdsOtherFile(windows, end, windows.size);
};

/** Reads all segments of a JPG. @throws Broken */
export const jpgSize = async (windows: Windows): Promise<Size | Failure> => {
  let size: Size | undefined;
  let hasPixels = false;
  for (let position = 2; ; ) {
    windows.countPart();
    const head = await windows.at(position, 9);
    const [first, marker = 0] = head;
    if (head.length < 2 || first !== MARKER) throw new Broken('a segment');
    if (marker === MARKER) {
      position += 1;
      continue;
    }
    if (marker === END) {
      if (!hasPixels) throw new Broken('no pixels');
      return (await endHoldsOtherFile(windows, position)) ? MIXED : requireSize(size);
    }
    if (isAlone(marker)) {
      position += 2;
      continue;
    }
    const length = head.length < 4 ? 0 : head.readUInt16BE(2);
    const next = position + 2 + length;
    if (length < 2 || next > windows.size) throw new Broken('a segment');
    // The size must precede the pixels.
    if (!size && !hasPixels && FRAMES.includes(marker)) {
      if (length < 7) throw new Broken('its header');
      size = { width: head.readUInt16BE(7), height: head.readUInt16BE(5) };
    }
    if (await holdsOtherFile(windows, position, next)) return MIXED;
    if (marker === SCAN) hasPixels = true;
    position = marker === SCAN ? await endOfScan(windows, next) : next;
  }
};
