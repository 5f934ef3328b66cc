/** What became of media, by the history of the table, the table as it stands and the bucket. Pure but for what it reads. */

import { type Medium, objectPrefix } from '../../lib/media/repository/medium.ts';
import type { Objects } from '../../tools/local/bucket/objects.ts';
import type { Change } from './events-check.ts';
import { KINDS, type KindName, type MediaServer, OVERTAKEN, type Wanted } from './media-server.ts';

/** A file that was asked for, known by its URL, which no other one has. */
export interface AskedFile {
  readonly url: string;
  readonly kind: KindName;
  readonly wanted: Wanted;
  readonly businessNumber: number;
  /** By a client, meanwhile. */
  isDeleted: boolean;
}

interface Evidence {
  readonly changes: readonly Change[];
  /** The media as they stand, by their URLs. */
  readonly media: ReadonlyMap<string, Medium>;
  readonly objects: Objects;
  readonly server: Pick<MediaServer, 'fileOf'>;
}

const bytesOf = async (objects: Objects, key: string): Promise<Buffer | undefined> => {
  const found = await objects.get(key);
  if (!found) return undefined;
  const pieces: Buffer[] = [];
  for await (const piece of found.open()) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
};

/** How a medium came, ended and was changed after it had ended, as its URL's changes have it. */
const livesOf = (changes: readonly Change[]) => {
  const lives = new Map<string, { came: number; ended: number; later: number; gone: number; first?: Medium }>();
  for (const { before, after } of changes) {
    const image = (after ?? before) as Record<string, unknown> | undefined;
    if (image?.type !== 'media' && image?.type !== 'socialMedia') continue;
    const url = String(image.url);
    const life = lives.get(url) ?? { came: 0, ended: 0, later: 0, gone: 0 };
    lives.set(url, life);
    if (!before) {
      life.came++;
      life.first = { ...image, kind: image.type } as unknown as Medium;
    } else if (!after) life.gone++;
    else if (before.status !== 'PENDING') life.later++;
    else if (after.status !== 'PENDING') life.ended++;
  }
  return lives;
};

/** @returns each broken promise, and how often files ended as what */
export const checkMedia = async (files: readonly AskedFile[], evidence: Evidence) => {
  const { changes, media, objects, server } = evidence;
  const failures: string[] = [];
  const counts = { done: 0, refused: 0, overtaken: 0, deleted: 0 };
  const lives = livesOf(changes);
  const stored = (await objects.versions('')).map(({ key }) => key);
  for (const { url, kind, wanted, isDeleted } of files) {
    const fail = (what: string) => failures.push(`${kind} as ${wanted} (${url}) ${what}`);
    const life = lives.get(url);
    const medium = media.get(url);
    if (life?.came !== 1 || !life.first) {
      fail(`came ${life?.came ?? 0} times`);
      continue;
    }
    if (life.later > 0) fail(`was changed ${life.later} times after its end`);
    const own = new Set(stored.filter((key) => key.startsWith(objectPrefix(life.first!))));
    if (isDeleted) {
      counts.deleted++;
      if (medium || life.gone !== 1 || life.ended > 1)
        fail(`was deleted, and ended ${life.ended} times, went ${life.gone} times`);
      if (own.size > 0) fail(`was deleted, and has ${own.size} objects`);
      continue;
    }
    if (life.ended !== 1 || !medium) fail(`ended ${life.ended} times`);
    if (!medium) continue;
    const { status, failureReason = '', object } = medium;
    const end = status === 'FAILED' ? failureReason : status;
    if (!KINDS[kind].ends(wanted).includes(end) && !OVERTAKEN.includes(end)) fail(`is ${end}`);
    counts[status === 'DONE' ? 'done' : OVERTAKEN.includes(end) ? 'overtaken' : 'refused']++;
    const rest = [...own].filter((key) => status !== 'DONE' || key !== object);
    if (rest.length > 0) fail(`is ${end}, and has ${rest.length} objects that are nothing's`);
    if (status !== 'DONE') continue;
    const found = await bytesOf(objects, String(object));
    if (!found?.equals(server.fileOf(kind)) || medium.fileBytes !== found.length)
      fail(`is DONE, and what lies in the bucket is not it (${found?.length ?? 0} bytes)`);
  }
  return { failures, counts };
};
