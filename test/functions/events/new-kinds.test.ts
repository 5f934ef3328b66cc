/** Events of reviews, Q&A, media, uploads and users: who is notified of which change, and what sends none. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completing } from '../../../lib/media/repository/completing.ts';
import { media } from '../../../lib/media/repository/media.ts';
import { beginUpload } from '../../../lib/media/upload.ts';
import { allOperations } from '../../../lib/operations.ts';
import { questionEvents } from '../../../lib/qna/events.ts';
import { reviewEvents } from '../../../lib/reviews/events.ts';
import { reviewItem } from '../../../lib/reviews/repository/review.ts';
import type { Subscription } from '../../../lib/subscriptions/repository/subscription.ts';
import { planNames } from '../../../tools/admin/local-target.ts';
import { eraseContacts } from '../../../tools/data/erase-contacts.ts';
import { eraseUsers } from '../../../tools/data/erase-users.ts';
import { loadFile } from '../../../tools/data/load.ts';
import { ask, DEMO_KEYS, type Sent } from '../../contract/sample-call.ts';
import { itemsOf, linesOf } from '../../support/data-files.ts';
import { demoTable, eventsOf, recordsOf, subscribedTo, useDemoEvents } from './sent-events.ts';

useDemoEvents();
let subscriptions: Readonly<Record<string, Subscription>>;
let directory: string;
beforeAll(async () => {
  subscriptions = {
    account: await subscribedTo(700100),
    grill: await subscribedTo(700101),
    coffee: await subscribedTo(700102),
    dentists: await subscribedTo(700200, { accountNumber: 700200 }),
    harbor: await subscribedTo(800100, { partnerId: 'harbor', accountNumber: 800100 }),
  };
  directory = await mkdtemp(join(tmpdir(), 'new-kinds-'));
});
afterAll(() => rm(directory, { recursive: true }));

const request = (id: string, sent: Sent) => async () => {
  const { status, text } = await ask(allOperations.find((each) => each.id === id)!, sent);
  expect([status < 300, text]).toEqual([true, text]);
};

const bring =
  (records: readonly object[], events = true) =>
  async () => {
    const file = join(directory, 'records.jsonl');
    await writeFile(file, linesOf(records));
    const onRefused = ({ reason }: { reason: string }) => expect.fail(reason);
    const options = { plans: await planNames(), meteringKeys: { add: async () => {} } as never, onRefused, events };
    await loadFile(file, { table: demoTable(), ...options });
  };

/** What some work sends, by the names above; names to which nothing is sent are left out. */
const sent = async (work: () => Promise<unknown>) => {
  const events = await eventsOf(await recordsOf(work));
  return Object.fromEntries(
    Object.entries(subscriptions).flatMap(([name, { id }]) => {
      const found = (events.get(id) ?? []).map(({ type, data }) => [type, data]);
      return found.length === 0 ? [] : [[name, found]];
    }),
  );
};

const NOTHING = {};

describe('A review', () => {
  const review = {
    type: 'review',
    businessNumber: 700102,
    reviewId: 'gamma-700102-99',
    sourceAlias: 'gamma',
    rating: 3,
    comments: 'Loud.',
    reviewer: { firstName: 'Ida', lastName: 'Lund' },
    reviewDate: '2026-03-01T10:00:00.000Z',
    customerId: 41003,
  };
  const data = {
    reviewId: review.reviewId,
    businessId: 700102,
    accountNumber: 700100,
    sourceAlias: 'gamma',
    rating: 3,
  };
  const toBoth = (type: string, more: object = {}) => {
    const event = [type, { ...data, ...more }];
    return { account: [event], coffee: [event] };
  };

  it('is sent to its account and its location, of an import with --events alone', async () => {
    expect(await sent(bring([review]))).toEqual(toBoth('REVIEW_CREATED'));
    expect(await sent(bring([review]))).toEqual(NOTHING);
    expect(await sent(bring([{ ...review, reviewId: 'silent' }], false))).toEqual(NOTHING);
    expect(await sent(bring([{ ...review, reviewId: 'silent', rating: 4 }], false))).toEqual(NOTHING);
  });

  it('says which fields were changed, as get reviews names them, and none of their values', async () => {
    const changed = ['rating', 'reviewer.firstName', 'response', 'responseDate', 'sourceType'];
    const after = {
      ...review,
      sourceAlias: 'maps',
      rating: 4.5,
      reviewer: { firstName: 'Ada', lastName: 'Lund' },
      response: 'Sorry.',
      responseDate: '2026-03-02T10:00:00.000Z',
    };
    const found = await sent(bring([after]));
    const [[, { changed: named, ...rest }]] = found.account as [[string, { changed: string[] }]];
    expect(named.toSorted()).toEqual(changed.toSorted());
    expect(rest).toEqual({ ...data, sourceAlias: 'maps', rating: 4.5 });
    expect(JSON.stringify(found)).not.toMatch(/Ada|Ida|Lund|Sorry/);
  });

  it('that was written without a change of its fields is not sent', () => {
    const item = reviewItem('orchard', { ...review, accountNumber: 700100 });
    const newImage = { ...item, p0: '9999999999999-0000000000000000', version: 2, loadedVersion: 2 };
    expect(reviewEvents({ oldImage: item, newImage })).toEqual([]);
    expect(reviewEvents({ oldImage: item, newImage: { ...newImage, title: 'Loud' } })).toHaveLength(1);
  });

  it('whose author is erased is not sent', async () => {
    const erased = {
      partnerId: 'orchard',
      accountNumber: 700100,
      contactId: 41003,
      erasedAt: '2026-03-03T00:00:00.000Z',
    };
    const found = await sent(() => eraseContacts(demoTable(), [erased]));
    const types = Object.values(found).flatMap((events) => events.map(([type]) => type));
    expect([...new Set(types)]).toEqual(['CONTACT_DELETED']);
  });
});

describe('A question', () => {
  const question = { question: 'May I bring my dog?', answers: [{ text: 'Yes.' }] };
  let id: number;
  const event = (businessIds: readonly number[], change: string) => [
    'QNA_UPDATED',
    { id, accountNumber: 700100, businessIds, change },
  ];

  it('of one location is sent to that and to the account', async () => {
    const before = new Set((await itemsOf(demoTable())).map(({ qnaId }) => qnaId));
    const found = await sent(request('saveQna', { body: { ...question, businessNumbers: [700101] } }));
    id = Number((await itemsOf(demoTable())).find(({ qnaId }) => qnaId && !before.has(qnaId))!.qnaId);
    expect(found).toEqual({ account: [event([700101], 'created')], grill: [event([700101], 'created')] });
  });

  it('that is saved as it is, in another order of its locations too, is not sent', async () => {
    await sent(request('saveQna', { body: { id, ...question, businessNumbers: [700101, 700102] } }));
    const again = { id, ...question, businessNumbers: [700102, 700101] };
    expect(await sent(request('saveQna', { body: again }))).toEqual(NOTHING);
    const item = (await itemsOf(demoTable())).find(({ qnaId }) => qnaId === id)!;
    const newImage = { ...item, p0: '9999999999999-0000000000000000', version: 9, businessNumbers: [700102, 700101] };
    expect(questionEvents({ oldImage: item, newImage })).toEqual([]);
    expect(questionEvents({ oldImage: item, newImage: { ...newImage, answers: ['No.'] } })).toHaveLength(1);
  });

  it('that a location is taken from is sent to that location too', async () => {
    const updated = event([700102], 'updated');
    expect(await sent(request('saveQna', { body: { id, ...question, businessNumbers: [700102] } }))).toEqual({
      account: [updated],
      grill: [updated],
      coffee: [updated],
    });
  });

  it('of all locations is sent to the subscriptions of each, and of no other account', async () => {
    const updated = event([], 'updated');
    const { businessNumbers: _, ...ofAll } = { ...question, businessNumbers: [] };
    expect(await sent(request('saveQna', { body: { id, ...ofAll } }))).toEqual({
      account: [updated],
      grill: [updated],
      coffee: [updated],
    });
  });

  it('that is deleted is sent with the locations that it had', async () => {
    const deleted = event([], 'deleted');
    expect(await sent(request('deleteQna', { parameters: { qnaId: id } }))).toEqual({
      account: [deleted],
      grill: [deleted],
      coffee: [deleted],
    });
  });

  it('of an import is sent with --events alone', async () => {
    const line = (qnaId: number) => ({
      type: 'qna',
      accountNumber: 800100,
      qna: { ...question, id: qnaId, businessNumbers: [800101], updatedDate: '2026-02-11T11:00:00.000Z' },
    });
    expect(await sent(bring([line(860_002)], false))).toEqual(NOTHING);
    const created = { id: 860_003, accountNumber: 800100, businessIds: [800101], change: 'created' };
    expect(await sent(bring([line(860_003)]))).toEqual({ harbor: [['QNA_UPDATED', created]] });
  });
});

describe('A user', () => {
  const tom = { 'x-business-number': 700100, userEmailId: 'tom.wills@copperkettle.example' };
  const marta = { 'x-business-number': 700200, userEmailId: 'marta.quill@copperkettle.example' };
  const event = (userId: number, accountNumber: number, change: string, changed: readonly string[] = []) => [
    'USER_UPDATED',
    { userId, accountNumber, change, changed },
  ];

  it('is sent with the names of the fields that were changed on the account', async () => {
    const updated = event(730002, 700100, 'updated', ['userRole', 'locationsNumberAccess', 'notification.dailyReport']);
    const body = { userRole: 'editor', locationsNumberAccess: [700101], notification: { dailyReport: 1 } };
    expect(await sent(request('updateUser', { parameters: tom, body }))).toEqual({
      account: [updated],
      grill: [updated],
      // It was theirs before.
      coffee: [updated],
    });
    expect(await sent(request('updateUser', { parameters: tom, body }))).toEqual(NOTHING);
  });

  it('whose name is changed is sent to each account that the person is on', async () => {
    const changed = ['lastName'];
    const work = request('updateUser', { parameters: marta, body: { user: { lastName: 'Quillfeather' } } });
    const records = await recordsOf(work);
    const events = await eventsOf(records);
    const [toAccount, toDentists] = ['account', 'dentists'].map((name) => events.get(subscriptions[name]!.id) ?? []);
    expect(toAccount!.map(({ type, data }) => [type, data])).toEqual([event(730001, 700100, 'updated', changed)]);
    expect(toDentists!.map(({ type, data }) => [type, data])).toEqual([event(730001, 700200, 'updated', changed)]);
    // A receiver of both takes them for two events, and knows each of them when it comes again.
    expect(toAccount![0]!.id).not.toBe(toDentists![0]!.id);
    expect(await eventsOf(records)).toEqual(new Map());
    expect(JSON.stringify([...events])).not.toMatch(/Quill|marta/);
  });

  it('whose name and role are changed at once is sent once to each account', async () => {
    const body = { userRole: 'admin', user: { firstName: 'Martha' } };
    expect(await sent(request('updateUser', { parameters: marta, body }))).toEqual({
      account: [event(730001, 700100, 'updated', ['firstName'])],
      dentists: [event(730001, 700200, 'updated', ['firstName', 'userRole'])],
    });
  });

  it('who comes to another account is sent to that alone, as created', async () => {
    const body = { userEmailId: 'ines.roth@brightwater.example', userRole: 'viewer', sendInvite: false };
    expect(await sent(request('createUser', { parameters: { 'x-business-number': 700100 }, body }))).toEqual({
      account: [event(730003, 700100, 'created')],
    });
  });

  it('who comes to another account with another name is sent to that as created, to the others as changed', async () => {
    const names = { firstName: 'Thomas', phone: '+16505550142' };
    const body = { userEmailId: tom.userEmailId, userRole: 'viewer', sendInvite: false, ...names };
    expect(await sent(request('createUser', { parameters: { 'x-business-number': 700200 }, body }))).toEqual({
      account: [event(730002, 700100, 'updated', ['firstName', 'phone'])],
      grill: [event(730002, 700100, 'updated', ['firstName', 'phone'])],
      dentists: [event(730002, 700200, 'created')],
    });
    const parameters = { bid: 700200, email: tom.userEmailId };
    expect(await sent(request('removeUser', { parameters }))).toEqual({
      dentists: [event(730002, 700200, 'removed')],
    });
  });

  it('who is created and removed is sent, once each', async () => {
    const userEmailId = 'rosa.lind@copperkettle.example';
    const body = { userEmailId, userRole: 'viewer', sendInvite: false, locationsNumberAccess: [700102] };
    const created = await sent(request('createUser', { parameters: { 'x-business-number': 700100 }, body }));
    const [[, { userId }]] = created.account as [[string, { userId: number }]];
    expect(created).toEqual({
      account: [event(userId, 700100, 'created')],
      coffee: [event(userId, 700100, 'created')],
    });
    const parameters = { bid: 700100, email: userEmailId };
    expect(await sent(request('removeUser', { parameters }))).toEqual({
      account: [event(userId, 700100, 'removed')],
      coffee: [event(userId, 700100, 'removed')],
    });
  });

  it('of an import is sent with --events alone, the person’s own fields too', async () => {
    const person = (firstName: string) => ({
      type: 'person',
      partnerId: 'harbor',
      person: { userId: 830002, emailId: 'lena.voss@harborstreet.example', firstName, lastName: 'Voss' },
    });
    expect(await sent(bring([person('Magda')], false))).toEqual(NOTHING);
    expect(await sent(bring([person('Helena')]))).toEqual({
      harbor: [event(830002, 800100, 'updated', ['firstName'])],
    });
    const user = (userRole: string) => ({
      type: 'user',
      accountNumber: 800100,
      user: { emailId: 'lena.voss@harborstreet.example', userRole, locationsNumberAccess: [800101] },
    });
    expect(await sent(bring([user('editor')], false))).toEqual(NOTHING);
    expect(await sent(bring([user('admin')]))).toEqual({ harbor: [event(830002, 800100, 'updated', ['userRole'])] });
  });

  it('who is erased leaves the event of the removal alone', async () => {
    const erased = { partnerId: 'orchard', userId: 730002, erasedAt: '2026-03-03T00:00:00.000Z' };
    const removed = event(730002, 700100, 'removed');
    expect(await sent(() => eraseUsers(demoTable(), [erased]))).toMatchObject({ account: [removed], grill: [removed] });
    const about = async () =>
      (await itemsOf(demoTable())).filter(
        (item) => item.type === 'delivery' && /"userId":730002\b/.test(String(item.body)),
      );
    await eraseUsers(demoTable(), [erased]);
    expect(await about()).not.toEqual([]);
    expect((await about()).every(({ body }) => JSON.parse(String(body)).data.change === 'removed')).toBe(true);
    // Once they were sent, they go too.
    for (const item of await about()) await demoTable().put({ Item: { ...item, status: 'delivered' } });
    await eraseUsers(demoTable(), [erased]);
    expect(await about()).toEqual([]);
  });
});

describe('A file', () => {
  const store = () => ({ table: demoTable(), partnerId: 'orchard' });
  const begin = async (kind: 'media' | 'socialMedia', files: number) => {
    const asked = Array.from({ length: files }, (_, index) => ({
      url: `https://cdn.copperkettle.example/${index}.jpg`,
      ...(kind === 'media' && {
        mediaCategory: 'TEAMS' as const,
        mediaFormat: 'PHOTO' as const,
        description: 'Us',
      }),
    }));
    const begun = await beginUpload(store(), { businessNumber: 700101, kind, asked, validateOnly: false });
    if ('refused' in begun) throw new Error(begun.refused.message);
    return begun;
  };
  const failed = { status: 'FAILED', failureReason: '2171: The URL cannot be reached' } as const;
  const done = (object: string) =>
    ({ status: 'DONE', object, format: 'JPG', width: 800, height: 800, fileBytes: 20_000 }) as const;

  it('of the location itself is sent once it is done or has failed, and not for a try or another category', async () => {
    const { media: asked } = await begin('media', 2);
    const { end, countTry } = completing(demoTable());
    const setCategory = () => media(store()).setCategory(700101, asked[0]!.mediaId, 'EXTERIOR');
    expect(await sent(() => countTry(asked[0]!, 0))).toEqual(NOTHING);
    expect(await sent(setCategory)).toEqual(NOTHING);
    const data = (index: number, status: string, failureReason: string | null) => [
      'MEDIA_PROCESSED',
      { mediaId: asked[index]!.mediaId, businessId: 700101, accountNumber: 700100, status, failureReason },
    ];
    const first = data(0, 'DONE', null);
    expect(await sent(() => end(asked[0]!, done('one')))).toEqual({ account: [first], grill: [first] });
    expect(await sent(() => end(asked[0]!, failed))).toEqual(NOTHING);
    expect(await sent(() => media(store()).setCategory(700101, asked[0]!.mediaId, 'INTERIOR'))).toEqual(NOTHING);
    const second = data(1, 'FAILED', failed.failureReason);
    expect(await sent(() => end(asked[1]!, failed))).toEqual({ account: [second], grill: [second] });
    const remove = async () => media(store()).remove(700101, asked);
    expect(await sent(remove)).toEqual(NOTHING);
  });

  it('of a social upload is sent with the last one, once, whichever records show it', async () => {
    const { uploadId, media: asked } = await begin('socialMedia', 3);
    const { end } = completing(demoTable());
    const data = { uploadId, businessId: 700101, accountNumber: 700100, done: 2, failed: 1 };
    expect(await sent(() => end(asked[0]!, done('one')))).toEqual(NOTHING);
    // The two last ones at once: the records of both find all files ended.
    const last = await recordsOf(async () => {
      await end(asked[1]!, failed);
      await end(asked[2]!, done('two'));
    });
    expect(last).toHaveLength(2);
    const [one] = (await eventsOf([last[0]!])).get(subscriptions.account!.id) ?? [];
    expect([one!.type, one!.data]).toEqual(['SOCIAL_MEDIA_UPLOADED', data]);
    expect(await eventsOf([last[1]!])).toEqual(new Map());
    expect(await eventsOf([...last].reverse())).toEqual(new Map());
  });

  it('of an upload whose location is gone is not sent', async () => {
    const { uploadId, media: asked } = await begin('socialMedia', 1);
    const records = await recordsOf(() => completing(demoTable()).end(asked[0]!, failed));
    const [item] = (await itemsOf(demoTable())).filter(
      (each) => each.type === 'mediaUpload' && each.uploadId === uploadId,
    );
    await demoTable().remove({ Key: { pk: String(item!.pk), sk: String(item!.sk) } });
    expect(await eventsOf(records)).toEqual(new Map());
  });
});

it('Subscriptions take every event of the catalogue, and refuse another', async () => {
  const subscribe = allOperations.find(({ id }) => id === 'subscribe')!;
  const { body: listed } = await ask(allOperations.find(({ id }) => id === 'listEvents')!);
  const events = (listed as readonly { eventName: string }[]).map(({ eventName }) => eventName);
  expect(events).toEqual(
    expect.arrayContaining([
      'REVIEW_CREATED',
      'QNA_UPDATED',
      'MEDIA_PROCESSED',
      'SOCIAL_MEDIA_UPLOADED',
      'USER_UPDATED',
    ]),
  );
  const webhooks = (names: readonly string[]) => ({ webhooks: [{ url: 'https://hooks.example.com/', events: names }] });
  const parameters = { businessId: 800100 };
  const key = DEMO_KEYS.other;
  expect((await ask(subscribe, { key, parameters, body: webhooks(events) })).status).toBe(200);
  expect((await ask(subscribe, { key, parameters, body: webhooks(['REVIEW_SHOUTED']) })).status).toBe(400);
});
