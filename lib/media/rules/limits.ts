/** The limits of business media and of social uploads (docs/content.md: media). Pure. */
import { type Format, isFilm } from './kinds.ts';

export const MEDIA_FORMATS = ['PHOTO', 'VIDEO'] as const;
export type MediaFormat = (typeof MEDIA_FORMATS)[number];

/** The requested format of a medium; a social upload accepts any. */
export type Wanted = MediaFormat | 'SOCIAL';

const MEGABYTE = 1_048_576;
const MOST_BYTES = { photo: 20 * MEGABYTE, video: 75 * MEGABYTE } as const;
const FEWEST_BYTES = 10_240;
const LEAST_SIDE = 720;
const MOST_SECONDS = 30;
/** A film of 30 seconds ends with its last frame, which may be a fraction of a second later. */
const FRAME_SECONDS = 0.1;
/** The files are not decoded here, but programs that show them must be able to. */
const MOST_PIXELS = 2 ** 28;

/** Why a medium is refused: the code and the text of its `failureReason`. */
export interface Failure {
  readonly code: 2171 | 2174 | 2180 | 2181;
  readonly text: string;
}

const failure = (code: Failure['code'], text: string): Failure => ({ code, text });

export const reasonOf = ({ code, text }: Failure): string => `${code}: ${text}`;

/** The failure of a fetch without a file. It reveals nothing of the server's response. */
export const UNREACHABLE = failure(2171, 'The URL cannot be reached');
export const NO_FILE = failure(2171, 'The URL does not answer with a file; redirects are not followed');
export const COMPRESSED = failure(2171, 'The URL answers with a compressed file');
export const TOO_SLOW = failure(2171, 'The URL does not answer with the entire file in time');
export const CUT_SMALL = failure(2171, 'The URL answers in pieces of a few bytes each');
export const CUT_OFF = failure(2171, 'The answer of the URL ends early');
export const NOT_IN_TIME = failure(2171, 'The file could not be fetched within 15 minutes');

export const UNKNOWN_FORMAT = failure(2174, 'The file is none of JPG, PNG, MP4 and MOV');
export const BROKEN_PICTURE = failure(2174, 'The picture is broken or ends early');
export const BROKEN_FILM = failure(2174, 'The video is broken or ends early');
export const MIXED = failure(2174, 'The file holds another file next to the picture or video');

/** The maximum size for a requested format, before the actual format is known. */
export const mostBytes = (wanted: Wanted): number => (wanted === 'PHOTO' ? MOST_BYTES.photo : MOST_BYTES.video);

export const mostBytesOf = (format: Format): number => (isFilm(format) ? MOST_BYTES.video : MOST_BYTES.photo);

export const tooLarge = (most: number): Failure => failure(2174, `The file has more than ${most / MEGABYTE} MB`);

/** The failure that follows from the format alone, before the complete file is fetched. */
export const formatFailure = (wanted: Wanted, format: Format): Failure | undefined => {
  if (wanted === 'PHOTO' && isFilm(format)) return failure(2174, 'The file is a video; a PHOTO is JPG or PNG');
  if (wanted !== 'VIDEO') return undefined;
  if (!isFilm(format)) return failure(2174, 'The file is a picture; a VIDEO is MP4');
  return format === 'MOV' ? failure(2181, 'The video is MOV; it must be MP4') : undefined;
};

/** The properties of a file. */
export interface Found {
  readonly format: Format;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  /** Of a film. */
  readonly seconds?: number;
}

const photoFailure = ({ width, height, bytes }: Found): Failure | undefined => {
  if (Math.min(width, height) < LEAST_SIDE)
    return failure(2180, `The picture is ${width}x${height}; at least ${LEAST_SIDE}x${LEAST_SIDE} is needed`);
  return bytes < FEWEST_BYTES
    ? failure(2180, `The picture has ${bytes} bytes; at least ${FEWEST_BYTES} are needed`)
    : undefined;
};

const videoFailure = ({ width, height, seconds = 0 }: Found): Failure | undefined => {
  if (seconds > MOST_SECONDS + FRAME_SECONDS)
    return failure(2174, `The video lasts ${seconds.toFixed(1)} seconds; at most ${MOST_SECONDS} are taken`);
  const lines = Math.min(width, height);
  return lines < LEAST_SIDE
    ? failure(2174, `The video has ${lines} lines; at least ${LEAST_SIDE} are needed`)
    : undefined;
};

/** The failure that follows from the complete file. */
export const foundFailure = (wanted: Wanted, found: Found): Failure | undefined => {
  const most = mostBytesOf(found.format);
  if (found.bytes > most) return tooLarge(most);
  if (found.width * found.height > MOST_PIXELS)
    return failure(2174, `The picture is ${found.width}x${found.height}; at most ${MOST_PIXELS} pixels are taken`);
  const byFormat = formatFailure(wanted, found.format);
  if (byFormat || wanted === 'SOCIAL') return byFormat;
  return wanted === 'PHOTO' ? photoFailure(found) : videoFailure(found);
};
