/** One round of uploads, in a world of its own: waves of requests while workers are killed, and what came of each file. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { type Medium, mediumFrom } from '../../lib/media/repository/medium.ts';
import { operations } from '../../lib/operations.ts';
import { scanItems } from '../../tools/data/commands/scan.ts';
import { eventOf } from '../contract/sample-call.ts';
import { KEYS } from '../support/world.ts';
import { changeOf } from './events-history.ts';
import { createClock } from './events-host.ts';
import type { Roughness } from './events-rig.ts';
import { type AskedFile, checkMedia } from './media-check.ts';
import { startMediaRig } from './media-rig.ts';
import { KINDS, type KindName, SERVER_SAID, startMediaServer, type Wanted } from './media-server.ts';
import type { Trial } from './part.ts';
import { randomAt } from './random.ts';

export interface MediaRoundSize {
  readonly waves: number;
  /** Of each wave. */
  readonly uploads: number;
}

const CALM: Roughness = { kill: 0, again: 0, twice: 0, fault: 0 };
const ROUGH: Roughness = { kill: 0.12, again: 0.3, twice: 0.1, fault: 0.02 };
const MOST_FILES = 3;
const AT_ONCE = 4;
const MINUTE = 60_000;
/** Past the second try's wait, past the third one's, past the visibility time-out. */
const STEPS = [2500, 10_500, 4 * MINUTE + 500] as const;
const LATE = 14 * MINUTE;
const MOST_STEPS = 200;
const LONGEST_WAY = 60_000;

const LOCATIONS = { ours: [101, 102, 103], theirs: [201] } as const;
/** Stands in every URL and description, so that whoever logs one is found. */
const URL_SAID = 'url-that-no-one-may-log';
const DESCRIBED = 'description-that-no-one-may-log';

const operation = (id: string) => operations.find((each) => each.id === id)!;

export const runMediaRound = async (trial: Trial, index: number, size: MediaRoundSize) => {
  const random = randomAt(trial.seed, index);
  const clock = createClock();
  const failures: string[] = [];
  let roughness = CALM;
  const server = await startMediaServer(random);
  const rig = await startMediaRig(trial, { clock, random, roughness: () => roughness });
  const { way, host, table } = rig;
  const files: AskedFile[] = [];
  const uploads: { readonly uploadId: string; readonly partner: keyof typeof LOCATIONS; readonly number: number }[] =
    [];
  const own: { readonly mediaId: string; readonly file: AskedFile; readonly partner: keyof typeof LOCATIONS }[] = [];

  const ask = (
    id: string,
    partner: keyof typeof LOCATIONS,
    parameters: Record<string, string | number>,
    body?: object,
  ) =>
    rig.ask(
      `${id[0]!.toUpperCase()}${id.slice(1)}Function`,
      eventOf(operation(id), { key: KEYS[partner], parameters, body: (body ?? '') as never }),
    );
  const scan = async (types: readonly string[]) => {
    const found: Item[] = [];
    for await (const item of scanItems(table)) if (types.includes(String(item.type))) found.push(item);
    return found;
  };
  const mediaNow = async () => (await scan(['media', 'socialMedia'])) as unknown as Medium[];

  const upload = async (): Promise<void> => {
    const partner = random.pick(['ours', 'ours', 'theirs'] as const);
    const number = random.pick(LOCATIONS[partner] as readonly number[]);
    const isSocial = random.chance(0.4);
    const asked = Array.from({ length: 1 + random.below(MOST_FILES) }, (): AskedFile => {
      const kind = random.pick(Object.keys(KINDS) as KindName[]);
      const wanted: Wanted = isSocial ? 'SOCIAL' : kind === 'film' ? 'VIDEO' : 'PHOTO';
      const url = `${server.url}/${kind}/${index}-${files.length}-${random.below(1e9)}?${URL_SAID}`;
      return { url, kind, wanted, businessNumber: number, isDeleted: false };
    });
    files.push(...asked);
    const body = isSocial
      ? { mediaUrls: asked.map(({ url }) => url), description: DESCRIBED }
      : {
          media: asked.map(({ url, wanted }) => ({
            url,
            mediaFormat: wanted,
            mediaCategory: 'TEAMS',
            description: DESCRIBED,
          })),
        };
    const answer = await ask(isSocial ? 'uploadSocialMedia' : 'addMedia', partner, { businessId: number }, body);
    if (answer.status !== 202) throw new Error(`An upload was refused: ${JSON.stringify(answer)}`);
    uploads.push({ uploadId: String(answer.body.uploadId), partner, number });
    const media = (answer.body.media ?? []) as { mediaId: string; url: string }[];
    own.push(...media.map(({ mediaId, url }) => ({ mediaId, partner, file: asked.find((each) => each.url === url)! })));
  };
  const removeSome = async (): Promise<void> => {
    for (const { mediaId, file, partner } of own) {
      if (file.isDeleted || !random.chance(0.04)) continue;
      file.isDeleted = true;
      const answer = await ask('deleteMedia', partner, { businessId: file.businessNumber }, { mediaIds: [mediaId] });
      if (answer.status !== 200) throw new Error(`A deletion was refused: ${JSON.stringify(answer)}`);
    }
  };
  const untilRouted = async () => {
    const began = performance.now();
    while (way.routed() < files.length) {
      if (performance.now() - began > LONGEST_WAY) throw new Error(`After ${LONGEST_WAY} ms an upload was not routed`);
      await pause(20);
    }
  };
  /** What was pending for too long when the clock called has ended, unless that call was cut off. */
  const moveOn = async (milliseconds: number, isInFlight: boolean): Promise<void> => {
    if (!(await way.moveOn(milliseconds, isInFlight))) return;
    const now = clock.now();
    for (const { status, created, url } of await mediaNow())
      if (status === 'PENDING' && now - Date.parse(created) > LATE + 5000)
        failures.push(`${url} is pending ${Math.round((now - Date.parse(created)) / 1000)} s after its upload`);
  };

  try {
    for (let wave = 0; wave < size.waves; wave++) {
      roughness = ROUGH;
      let left = size.uploads;
      const work = async () => {
        while (left-- > 0) await upload();
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      if (random.chance(0.3)) await moveOn(random.pick(STEPS), true);
      await untilRouted();
      await removeSome();
      for (let steps = random.below(3); steps > 0; steps--) {
        if (random.chance(0.7)) await way.untilIdle();
        await moveOn(random.pick(STEPS), random.chance(0.2));
      }
    }
    // No more comes; what is cut off still is, until all has ended.
    for (let steps = 0; ; steps++) {
      if (steps > MOST_STEPS) throw new Error('uploads wait without an end');
      await way.untilIdle();
      const isOver = (await mediaNow()).every(({ status }) => status !== 'PENDING');
      if (isOver && (await scan(['mediaDue'])).length === 0 && (await way.waiting()) === 0) break;
      await moveOn(random.pick(STEPS), false);
    }
    // An operator sends back what failed each time.
    roughness = CALM;
    await way.redrive();
    do {
      await way.untilIdle();
      await moveOn(4 * MINUTE + 500, false);
    } while ((await way.waiting()) > 0);
    await way.untilIdle();

    const media = new Map((await mediaNow()).map((item) => [item.url, mediumFrom(item as never)]));
    const { failures: found, counts } = await checkMedia(files, {
      changes: way.history.map(changeOf),
      media,
      objects: rig.objects,
      server,
    });
    for (const { uploadId, partner, number } of uploads) {
      const { status, body } = await ask('trackUpload', partner, { businessId: number, uploadId });
      const items = (body.items ?? []) as { url: string; status: string; mediaUrl: string | null }[];
      const wrong = items.filter(
        ({ url, ...item }) =>
          item.status !== media.get(url)?.status || (item.status === 'DONE') !== (item.mediaUrl !== null),
      );
      const isDone = items.some((item) => item.status === 'DONE');
      if (status !== 200 || wrong.length > 0 || (items.length > 0 && body.status !== (isDone ? 'DONE' : 'FAILED')))
        failures.push(`${uploadId} is answered ${status} ${JSON.stringify(body)}`);
    }
    const logged = rig.written.join('\n');
    for (const text of [URL_SAID, DESCRIBED, SERVER_SAID, server.url])
      if (logged.includes(text)) failures.push(`a log has ${text}`);
    return {
      failures: [...failures, ...found, ...rig.notices],
      uploads: uploads.length,
      files: files.length,
      ...counts,
      requests: server.seen.requests,
      calls: host.seen.calls,
      kills: host.seen.kills,
      ...way.seen(),
    };
  } finally {
    roughness = CALM;
    await rig.close();
    server.close();
  }
};
