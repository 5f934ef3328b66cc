/** What counts have to do with people and with deletions: scores of contacts, erasures, locations that are deleted. */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { handler as deleteBusiness } from '../../../functions/business/delete-business.ts';
import { handler as getContact } from '../../../functions/contacts/get-contact.ts';
import { handler as processStream } from '../../../functions/events/process-stream.ts';
import { type Item, toAttributes } from '../../../lib/dynamodb/table/attributes.ts';
import { keyText } from '../../../lib/dynamodb/table/keys.ts';
import { keyOf } from '../../../lib/dynamodb/writes/dependent-items.ts';
import { eraseContact } from '../../../tools/admin/contact-erase.ts';
import { rebuild } from '../../../tools/admin/counts-rebuild.ts';
import { openTarget } from '../../../tools/admin/target.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { call } from '../../support/call.ts';
import { bring, openWorld, scan } from '../../support/opened-world.ts';
import { recordingIo } from '../../tools/admin/recording-io.ts';
import type { TestQueue } from '../events/queue.ts';
import { context, deliver, openGivenUp, recordOf, recount, responseOf, type StreamRecord } from './support.ts';

let table: OpenTable;
let givenUp: TestQueue;
beforeAll(async () => {
  table = await openWorld();
  givenUp = await openGivenUp();
});
afterAll(() => givenUp.close());

const isRecord = ({ type }: Item) => type === 'review' || type === 'surveyResponse';

/** What some work does to reviews and responses, as the stream shows it. */
const changesBy = async (work: () => Promise<unknown>): Promise<StreamRecord[]> => {
  const before = new Map((await scan()).filter(isRecord).map((item) => [keyText(item), item]));
  await work();
  const after = new Map((await scan()).filter(isRecord).map((item) => [keyText(item), item]));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [old, fresh] = [before.get(name), after.get(name)];
    return isDeepStrictEqual(old, fresh) ? [] : [recordOf(old, fresh)];
  });
};
/** Does the work, and counts it. */
const counted = async (work: () => Promise<unknown>) => deliver(await changesBy(work));

const review = (reviewId: string, more: object = {}) => ({
  type: 'review',
  businessNumber: 101,
  reviewId,
  sourceAlias: 'alpha',
  rating: 4,
  comments: `Comments ${reviewId}`,
  reviewer: { firstName: 'Zora', lastName: 'Quill' },
  reviewDate: '2026-01-05T10:00:00Z',
  response: 'Thank you, Zora',
  customerId: 1,
  ...more,
});

const scoreOf = async (id: number, asks = true) => {
  const body = { id, ...(asks && { experienceScore: true }) };
  const { experienceScore, experienceScoreSource } = (await call(getContact, { query: { businessId: '100' }, body }))
    .body;
  return [experienceScore, experienceScoreSource];
};
const counts = async () => (await scan()).filter(({ type }) => type === 'count');

it('a contact has the score of what they said last, else the imported one', async () => {
  expect(await scoreOf(1)).toEqual([9, 'survey']);
  await counted(() => bring([review('first')]));
  expect(await scoreOf(1)).toEqual([8, 'review']);
  expect(await scoreOf(1, false)).toEqual([undefined, undefined]);
  const put = (response: Parameters<typeof responseOf>[0]) => counted(() => table.put({ Item: responseOf(response) }));
  const takeBack = (responseId: number) => counted(() => table.remove({ Key: keyOf(responseOf({ responseId })) }));
  // Later by its own time, not by when it came.
  const later = { responseId: 1, customerId: 1, created: Date.UTC(2026, 0, 6), nps: [3, 7], ratings: [5] };
  await put(later);
  expect(await scoreOf(1)).toEqual([7, 'survey']);
  await put({ ...later, responseId: 2, created: Date.UTC(2025, 0, 6), nps: [1] });
  // What is not complete says nothing; a rating says twice as much as its stars.
  await put({ ...later, responseId: 3, created: Date.UTC(2026, 0, 8), completed: false });
  expect(await scoreOf(1)).toEqual([7, 'survey']);
  await put({ ...later, responseId: 4, created: Date.UTC(2026, 0, 9), nps: [], ratings: [2, 4.5] });
  expect(await scoreOf(1)).toEqual([9, 'survey']);
  await takeBack(4);
  expect(await scoreOf(1)).toEqual([7, 'survey']);
  await takeBack(1);
  expect(await scoreOf(1)).toEqual([8, 'review']);
  expect(await scoreOf(2)).toEqual([undefined, undefined]);
});

it('a line that comes again changes nothing, and one that has changed is a difference', async () => {
  expect(await changesBy(() => bring([review('first')]))).toEqual([]);
  await counted(() => bring([review('first', { rating: 1, reviewDate: '2026-02-05' })]));
  expect((await counts()).find(({ pk, sk }) => pk === 'P#ours#COUNTS#101' && sk === 'D#2026-02-05')).toMatchObject({
    n: 1,
    'Ralpha:1': 1,
  });
  expect((await counts()).some(({ pk, sk }) => pk === 'P#ours#COUNTS#101' && sk === 'D#2026-01-05')).toBe(false);
  await counted(() => bring([review('first')]));
});

it('an erased contact leaves reviews without a person, and the same counts', async () => {
  await bring([{ type: 'contact', accountNumber: 100, contact: { id: 77, firstName: 'Zora', lastName: 'Quill' } }]);
  await counted(() => bring([review('hers', { customerId: 77 }), review('others', { customerId: 1 })]));
  const before = await counts();
  const target = await openTarget({ stage: 'prod', endpoint: inject('endpoint'), table: table.name });
  const io = recordingIo();
  const changes = await changesBy(() => eraseContact(target, io, { account: 100, id: 77, wait: 0 }));
  await deliver(changes);
  expect(changes).toHaveLength(1);
  const stored = (await scan()).filter(({ type }) => type === 'review');
  const hers = stored.find(({ reviewId }) => reviewId === 'hers');
  expect(hers).toMatchObject({ rating: 4, sourceAlias: 'alpha', reviewDate: '2026-01-05T10:00:00.000Z' });
  for (const name of ['reviewer', 'comments', 'response', 'customerId']) expect(hers).not.toHaveProperty(name);
  expect(stored.find(({ reviewId }) => reviewId === 'others')).toMatchObject({
    customerId: 1,
    comments: 'Comments others',
  });
  expect(await counts()).toEqual(before);
  expect((await scan()).filter(({ type, contactId }) => type === 'contactScore' && contactId === 77)).toEqual([]);
  expect((await recount(table)).wrong).toBe(0);
  // An old file does not bring the person back.
  await bring([review('hers', { customerId: 77 }), review('new', { customerId: 77 })]);
  const again = (await scan()).filter(({ reviewId }) => reviewId === 'hers' || reviewId === 'new');
  expect(again).toHaveLength(2);
  for (const each of again) {
    expect(JSON.stringify(each)).not.toMatch(/Zora|Comments/);
    expect(Object.values(each)).not.toContain(77);
  }
  await recount(table);
  target.close();
});

it('a location that is deleted leaves neither reviews nor counts, and its account without them', async () => {
  const at = { type: 'business', businessNumber: 190, accountNumber: 100, business: { name: 'Short' } };
  await counted(() =>
    bring([
      at,
      ...Array.from({ length: 60 }, (_, index) => review(`d${index}`, { businessNumber: 190, rating: index % 6 })),
    ]),
  );
  const accounts = async () => (await counts()).find(({ pk }) => pk === 'P#ours#COUNTS#100');
  expect((await accounts())?.n).toBeGreaterThanOrEqual(60);
  expect((await call(deleteBusiness, { path: { businessId: '190' } })).status).toBe(200);
  const tombstone = (await scan()).find(({ type, number }) => type === 'tombstone' && number === 190)!;
  const NewImage = toAttributes({ ...tombstone, deletedAt: '2020-01-01T00:00:00.000Z' }) as never;
  const records = [{ eventName: 'INSERT' as const, dynamodb: { SequenceNumber: '1', NewImage } }];
  const gone = await changesBy(() => processStream({ Records: records }, context()));
  expect(gone).toHaveLength(60);
  for (let start = 0; start < gone.length; start += 10) await deliver(gone.slice(start, start + 10));
  const left = (await scan()).filter(({ pk }) => /#190(?:#|$)/.test(String(pk)));
  expect(left.map(({ type }) => type).sort()).toEqual(['owner', 'tombstone']);
  expect((await recount(table)).wrong).toBe(0);
});

it('counts rebuild sets right what is wrong, and says so', async () => {
  await bring([review('uncounted', { reviewDate: '2024-05-06' })]);
  const [some] = (await counts()).filter(({ sk }) => sk === 'TOTAL');
  await table.put({ Item: { ...some, n: Number(some!.n) + 5, 'Rbeta:3': 5 } });
  await table.put({ Item: { ...some, pk: 'P#ours#COUNTS#104', sk: 'D#2020-01-01' } });
  const target = await openTarget({ stage: 'prod', endpoint: inject('endpoint'), table: table.name });
  const io = recordingIo();
  expect(await rebuild(target, io, { wait: 0, dryRun: true })).toBe(true);
  expect(await rebuild(target, io, { wait: 0 })).toBe(true);
  expect(await rebuild(target, io, { wait: 0 })).toBe(true);
  const [looked, corrected, after] = io.said.map((line) => /(\d+) wrong items, (\d+) corrected/.exec(line)?.slice(1));
  expect(Number(looked?.[0])).toBeGreaterThan(4);
  expect([looked?.[1], corrected, after]).toEqual(['0', [looked?.[0], looked?.[0]], ['0', '0']]);
  target.close();
});

it('puts aside what it can’t count, by its keys, and counts the rest', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const broken = { ...responseOf({ responseId: 90 }), created: 'never' };
  const before = await counts();
  await deliver([recordOf(undefined, broken)]);
  expect(givenUp.messages.splice(0).map(({ body }) => JSON.parse(body).keys.sk)).toEqual([{ S: 'RESPONSE' }]);
  expect(await counts()).toEqual(before);
});
