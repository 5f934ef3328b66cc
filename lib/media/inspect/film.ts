/** Films: their boxes from beginning to end, and size and duration of what they show. Only their header is in memory. */
import { FilePathSource, Input, MP4, QTFF } from 'mediabunny';
import { BROKEN_FILM, type Failure, MIXED } from '../rules/limits.ts';
import { holdsForeign } from './foreign.ts';
import type { Windows } from './windows.ts';

export interface Film {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
}

/** The header of hours has less. */
const MOST_HEADER = 16 * 1_048_576;
/** What of the file its reader may keep. */
const MOST_CACHE = 4 * 1_048_576;
const BOXES_MOST = 10_000;

/** A box at a position: its name, and where it ends. */
const boxAt = async (windows: Windows, position: number) => {
  const head = await windows.at(position, 16);
  if (head.length < 8) return undefined;
  const short = head.readUInt32BE(0);
  const name = head.toString('latin1', 4, 8);
  if (short === 1 && head.length < 16) return undefined;
  const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? windows.size - position : short;
  const isOne = size >= (short === 1 ? 16 : 8) && /^[\x20-\x7e\xa9]{4}$/.test(name);
  return isOne ? { name, end: position + size, size } : undefined;
};

/** What the boxes say against it: they fill the file, and hold a header and pictures. */
const boxesFailure = async (windows: Windows): Promise<Failure | undefined> => {
  const names = new Set<string>();
  for (let position = 0, count = 0; position < windows.size; count++) {
    const box = await boxAt(windows, position);
    if (!box || box.end > windows.size || count > BOXES_MOST) return BROKEN_FILM;
    if (box.name === 'moov' && (names.has('moov') || box.size > MOST_HEADER)) return BROKEN_FILM;
    if (box.name !== 'mdat' && (await holdsForeign(windows, position + 8, box.end))) return MIXED;
    names.add(box.name);
    position = box.end;
  }
  return names.has('moov') && names.has('mdat') ? undefined : BROKEN_FILM;
};

/** @param path - of the file that the windows are of */
export const filmAt = async (path: string, windows: Windows): Promise<Film | Failure> => {
  const failure = await boxesFailure(windows);
  if (failure) return failure;
  const source = new FilePathSource(path, { maxCacheSize: MOST_CACHE, handleUnhandledError: () => undefined });
  const input = new Input({ source, formats: [MP4, QTFF] });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) return BROKEN_FILM;
    const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
    const seconds = await input.computeDuration();
    const isRight = width > 0 && height > 0 && Number.isFinite(seconds) && seconds > 0;
    return isRight ? { width, height, seconds } : BROKEN_FILM;
  } catch {
    return BROKEN_FILM;
  } finally {
    input.dispose();
  }
};
