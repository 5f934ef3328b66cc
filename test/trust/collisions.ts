/** Collisions: many clients at one record. What each was answered must be explained by some order of what they did. */

import { businesses } from '../../lib/business/repository/business.ts';
import { competitorKey } from '../../lib/competitors/repository/competitor.ts';
import type { Table } from '../../lib/dynamodb/table/table.ts';
import type { Service } from '../../tools/local/service.ts';
import { KEYS, REQUIRED } from '../support/world.ts';
import { type Landed, unexplained } from './order.ts';
import type { Findings, Part, Trial } from './part.ts';
import { type Random, randomAt } from './random.ts';
import { startRig } from './rig.ts';

const BUSINESS = 103;
const COMPETITOR = 301;
const CLIENTS = 50;
const sizes = { short: { updates: 50, links: 20 }, full: { updates: 10_000, links: 1000 } } as const;

/** Fields that all clients write, several at a time: an update of which half is lost would show. */
const SHARED = ['alias', 'payment', 'websiteUrl', 'keywords', 'products', 'impressum'] as const;
/** The ones of them that an answer shows. */
const SHOWN = ['alias', 'payment', 'websiteUrl', 'keywords'] as const;
/** Fields of which each is written by one client alone. */
const OWN = [
  'description',
  'timezone',
  'menuLink',
  'appointmentLink',
  'reservationLink',
  'orderAheadLink',
  'localPhoneNumber',
  'tollFreePhoneNumber',
  'androidAppURL',
  'iosAppURL',
  'externalReferenceId',
  'covidInfo.postDescription',
  'covidInfo.virtualCareLink',
  'gammaListing.gammaPhoneNumber',
  'gammaListing.gammaDescription',
  'internalListing.description',
  'betaListing.betaDescription',
  'betaListing.betaPhoneNumber',
  'alphaListing.alphaStoreId',
  'alphaListing.alphaDescription',
  'socialProfileURLs.betaUrl',
  'socialProfileURLs.videoUrl',
] as const;
const ATTRIBUTES = 'alphaListing.attributes';

/** A profile from its fields by path. */
const nested = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const profile: Record<string, Record<string, unknown> | unknown> = {};
  for (const [path, value] of Object.entries(fields)) {
    const [name = '', inner] = path.split('.');
    profile[name] = inner ? { ...(profile[name] as object), [inner]: value } : value;
  }
  return profile;
};

interface Change {
  readonly fields: Readonly<Record<string, unknown>>;
  /** A name in the attributes, which are merged: such an update is checked on the record, and collides with all others. */
  readonly mark: string | undefined;
}

const changeOf = (random: Random, client: number, id: string): Change => {
  const own = OWN[client];
  const names = [...SHARED.filter(() => random.chance(0.4)), ...(own && random.chance(0.7) ? [own] : [])];
  // An update that changes nothing has no place in the order: it keeps the version.
  const changed = names.length > 0 ? names : SHARED.slice(0, 1);
  const fields = Object.fromEntries(changed.map((name) => [name, `https://${id}.example`]));
  return { fields, mark: random.chance(0.1) ? id : undefined };
};

interface Seen {
  readonly landed: Landed[];
  readonly marks: { readonly landed: string[]; readonly refused: string[] };
  refused: number;
  unavailable: number;
  readonly failures: string[];
}

const post = (service: Service, method: string, path: string, body: unknown): Promise<Response> =>
  fetch(service.url + path, {
    method,
    headers: { 'x-api-key': KEYS.ours, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const update = async (service: Service, id: string, { fields, mark }: Change, seen: Seen): Promise<void> => {
  const began = performance.now();
  const all = { ...fields, ...(mark && { [ATTRIBUTES]: { [mark]: 1 } }) };
  const answer = await post(service, 'PUT', `/v1/business/${BUSINESS}`, { ...REQUIRED, ...nested(all) });
  const body = (await answer.json()) as Record<string, unknown>;
  const ended = performance.now();
  // A 503 leaves open whether an update landed; here no call is lost, so that none of these may have: it would show as a gap.
  if (answer.status === body.code && (answer.status === 409 || answer.status === 503)) {
    seen[answer.status === 409 ? 'refused' : 'unavailable']++;
    if (mark) seen.marks.refused.push(mark);
    return;
  }
  if (answer.status !== 200) {
    seen.failures.push(`${id}: ${answer.status} ${JSON.stringify(body)}`);
    return;
  }
  const version = Number(answer.headers.get('etag')?.slice(1, -1));
  const shown = Object.fromEntries(SHOWN.map((name) => [name, body[name]]));
  seen.landed.push({ id, fields, shown, version, began, ended });
  if (mark) seen.marks.landed.push(mark);
};

/** The record less what every update sends. */
const recordIn = async (table: Table) => {
  const { version, profile } = (await businesses({ table, partnerId: 'ours' }).find(BUSINESS))!;
  const { [ATTRIBUTES]: attributes = {}, ...rest } = profile;
  const fields = Object.fromEntries(Object.entries(rest).filter(([name]) => !(name in REQUIRED)));
  return { version, fields, marks: new Set(Object.keys(attributes as object)) };
};

const collide = async (service: Service, count: number, seed: number): Promise<Seen> => {
  const seen: Seen = { landed: [], marks: { landed: [], refused: [] }, refused: 0, unavailable: 0, failures: [] };
  const first = await recordIn(service.table);
  const client = async (number: number) => {
    const random = randomAt(seed, number);
    for (let index = 0; index < count / CLIENTS; index++) {
      const id = `u${number}-${index}`;
      await update(service, id, changeOf(random, number, id), seen);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  const last = await recordIn(service.table);
  seen.failures.push(...unexplained(seen.landed, first, last));
  const { landed, refused } = seen.marks;
  seen.failures.push(...landed.filter((mark) => !last.marks.has(mark)).map((mark) => `the attribute ${mark} is lost`));
  seen.failures.push(
    ...refused.filter((mark) => last.marks.has(mark)).map((mark) => `${mark} was refused, and landed`),
  );
  return seen;
};

/** The same link added so often at once, and again where the answer is 503: one record, one id. */
const addOneLink = async (service: Service, times: number): Promise<string[]> => {
  const path = `/v1/aggregation/competitor/${COMPETITOR}/${BUSINESS}`;
  const body = { sourceAlias: 'alpha', url: 'https://alpha.example/at-once' };
  const answers = await Promise.all(
    Array.from({ length: times }, async () => {
      for (;;) {
        const answer = await post(service, 'POST', path, body);
        const text = await answer.text();
        // So many at once wait for their turn with the engine, and some of them for too long.
        if (answer.status !== 503) return { status: answer.status, text };
      }
    }),
  );
  const distinct = new Set(answers.map(({ status, text }) => `${status} ${text}`));
  const records: unknown[] = [];
  const pages = service.table.query({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
    ExpressionAttributeValues: { ':pk': competitorKey('ours', COMPETITOR).pk, ':sk': `AGG#${BUSINESS}#` },
  });
  for await (const page of pages) records.push(...page);
  return [
    ...(distinct.size === 1 && answers[0]?.status === 200 ? [] : [`one link was answered ${[...distinct].join('; ')}`]),
    ...(records.length === 1 ? [] : [`one link made ${records.length} records`]),
  ];
};

const run = async (trial: Trial): Promise<Findings> => {
  const { updates, links } = sizes[trial.size];
  const service = await startRig(trial);
  try {
    const { landed, refused, unavailable, marks, failures } = await collide(service, updates, trial.seed);
    trial.say(`${landed.length} updates landed, ${refused} answered 409, ${unavailable} 503`);
    if (landed.length < updates / 2) failures.push(`only ${landed.length} of ${updates} updates landed`);
    failures.push(...(await addOneLink(service, links)));
    return {
      tried: `${updates} updates of one business by ${CLIENTS} clients at once, on ${OWN.length} fields of one client each and ${SHARED.length} of all; one link added ${links} times at once`,
      found: `${landed.length} updates landed one after the other, each answered with the record as it then stood; ${refused} answered 409 and ${unavailable} 503, and changed nothing; ${marks.landed.length + marks.refused.length} were checked on the record; one link, one id`,
      failures,
    };
  } finally {
    await service.close();
  }
};

export const collisions: Part = {
  name: 'collisions',
  promise: 'Concurrent writes of one record are serialized: no acknowledged write is lost, and one link has one id',
  run,
};
