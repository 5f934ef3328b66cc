/** Requests: their links are unique, prove themselves, say nothing to who guesses, and are written once. */
import { beforeAll, expect, it, vi } from 'vitest';
import { contactEvents, requestedEvents } from '../../../lib/contacts/events.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { eraseContacts } from '../../../tools/data/erase-contacts.ts';
import { startRun } from '../../../tools/data/run/run.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { answerOf } from '../../support/call.ts';
import { bare, refused, under } from '../../support/expected.ts';
import { bring, openWorld, scan, through } from '../../support/opened-world.ts';
import { KEYS } from '../../support/world.ts';
import { remove } from '../business/delete-business/support.ts';
import { create, lastOf, newShop, PAGE, review, type Shop, set, shown } from './support.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await openWorld();
});

const NONE = refused(404, 404, 'Resource not found');
const requestsOf = async ({ account }: Shop) =>
  (await scan()).filter(({ type, accountNumber }) => type === 'request' && accountNumber === account);
const contactOf = async ({ contact }: Shop) =>
  (await scan()).find(({ type, contact: stored }) => type === 'contact' && (stored as Item).id === contact)!;
const activitiesOf = async ({ contact }: Shop) =>
  (await scan()).filter(({ type, contactId }) => type === 'contactActivity' && contactId === contact);

it('answers a link that alone finds what the page shows', async () => {
  const shop = await newShop();
  const { status, body } = await create(review(shop, { checkinId: 7 }));
  expect([status, body]).toEqual([200, { externalUId: expect.any(Number), url: expect.any(String), messageId: null }]);
  expect(body.url).toMatch(new RegExp(`^${PAGE}/${body.externalUId}\\.[0-9a-f]{32}$`));
  expect(String(body.externalUId)).toHaveLength(15);
  expect((await shown(lastOf(body.url))).body).toEqual({
    externalUId: body.externalUId,
    kind: 'review',
    businessId: shop.location,
    businessName: 'Shop one',
    logoUrl: 'https://cdn.example/one.png',
    customerId: shop.contact,
    firstName: 'Iris',
    surveyId: null,
    sources: ['alpha', 'beta'].map((alias) => expect.objectContaining({ sourceAlias: alias })),
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  const [item] = await requestsOf(shop);
  expect(item).toMatchObject({ checkinId: 7, templateId: 1, contactId: shop.contact });
  expect(JSON.stringify(await scan())).not.toContain(body.url.split('.').at(-1));
  expect(Number(item?.expiresAtSeconds)).toBe(Math.floor(Number(item?.created) / 1000) + 90 * 24 * 3600);
});

it('asks for a survey, which has no sources', async () => {
  const shop = await newShop();
  const survey = { businessId: String(shop.location), customerId: String(shop.contact), surveyId: String(shop.survey) };
  const { body } = await create(survey);
  expect((await shown(lastOf(body.url))).body).toMatchObject({ kind: 'survey', surveyId: shop.survey, sources: [] });
  expect((await create({ ...survey, templateId: 2 })).status).toBe(200);
  expect((await requestsOf(shop)).map(({ templateId, surveyId }) => [templateId, surveyId])).toEqual([
    [2, shop.survey],
    [2, shop.survey],
  ]);
});

it('says what is wrong, in one order', async () => {
  const shop = await newShop({ contact: { blocked: true } });
  const blocked = review(shop);
  const inactive = { type: 'business', businessNumber: shop.other, accountNumber: shop.account, status: 'suspended' };
  const second = { id: shop.contact + 1, email: `a${shop.account}@mail.example` };
  const mappings = [{ cid: shop.account + 71, businessNumber: shop.other }];
  await bring([
    { ...inactive, business: { name: 'Shop two' } },
    { type: 'contact', accountNumber: shop.account, contact: { ...second, mappings } },
  ]);
  const elsewhere = { ...blocked, businessId: shop.other, customerId: second.id };
  const bad = { customerId: 'x', surveyId: 'x', templateId: 'x' };
  const invalid = (message: string) => refused(400, 400, message);
  for (const [body, answer] of [
    [{ ...bad, businessId: 'x', checkinId: 0, sendVia: 'fax' }, invalid('checkinId must be at least 1')],
    [{ ...bad, businessId: 'x', checkinId: 1.5 }, invalid('checkinId must be an integer')],
    [{ ...bad, businessId: 'x', sendVia: 'fax' }, invalid('sendVia must be one of none, sms, email')],
    [{ ...bad, businessId: 'x' }, refused(404, 1011)],
    [{ ...bad }, refused(404, 1011)],
    [{ ...bad, businessId: shop.account }, refused(404, 1011)],
    [{ ...bad, businessId: 201 }, refused(404, 1011)],
    [{ ...bad, businessId: shop.location }, refused(400, 1089)],
    [{ ...bad, businessId: shop.location, customerId: undefined }, refused(400, 1089)],
    [{ ...bad, businessId: shop.location, customerId: 1e300 }, refused(400, 1089)],
    [{ ...bad, businessId: shop.location, customerId: second.id }, refused(400, 1089)],
    [{ ...blocked, surveyId: 'x', templateId: 9 }, refused(400, 1315)],
    [{ ...blocked, surveyId: -1 }, refused(400, 1315)],
    [{ ...blocked, templateId: 2 }, refused(400, 1040, 'Template id is invalid')],
    [{ ...blocked, templateId: undefined }, refused(400, 1040)],
    [{ ...blocked, templateId: 'x' }, refused(400, 1040)],
    [{ ...blocked, surveyId: shop.survey, templateId: 1 }, refused(400, 1040)],
    [elsewhere, refused(403, 1184, 'The location is not active')],
    [blocked, refused(400, 5046)],
  ] as const)
    expect([body, await answerOf(create(body))]).toEqual([body, answer]);
  expect(await requestsOf(shop)).toEqual([]);
});

it('names every malformed number, and keeps nothing of it under its key', async () => {
  const shop = await newShop();
  const wrongIn = async (body: object) => {
    const { body: problem } = await create(body, { headers: { accept: 'application/problem+json' } });
    return problem.errors.map(({ pointer, code }: { pointer: string; code: number }) => [pointer, code]);
  };
  const malformed = { customerId: {}, surveyId: 'x', templateId: -1 };
  const late = [
    ['/customerId', 1089],
    ['/surveyId', 1315],
    ['/templateId', 1040],
  ];
  expect(await wrongIn({ ...malformed, businessId: shop.location })).toEqual(late);
  expect(await wrongIn({ ...malformed, businessId: 'x', sendVia: 'fax' })).toEqual([
    ['/sendVia', 400],
    ['/businessId', 1011],
    ...late,
  ]);
  expect(await wrongIn({ ...malformed, businessId: 201 })).toEqual([['', 1011], ...late]);
  for (const wrong of [{ customerId: [] }, { customerId: undefined }, { templateId: 'x' }, { templateId: 2 }]) {
    const key = `malformed-${JSON.stringify(wrong)}`.replaceAll(/[^a-z-]/gi, '.');
    expect((await create({ ...review(shop), ...wrong }, under(key))).status).toBe(400);
    expect((await create(review(shop), under(key))).status).toBe(200);
  }
  // What the account has not may come: that refusal stays, for a late try of the request.
  const unknown = { ...review(shop), surveyId: 1, templateId: 2 };
  expect(bare(await create(unknown, under('unknown')))).toEqual(refused(400, 1315));
  expect((await create(review(shop), under('unknown'))).status).toBe(422);
});

it('needs a page: the account’s, else that of the stage', async () => {
  const shop = await newShop({ page: null });
  vi.stubEnv('REQUEST_PAGE_URL', '');
  try {
    expect(bare(await create(review(shop)))).toEqual(refused(400, 400, 'No page for requests is configured'));
    vi.stubEnv('REQUEST_PAGE_URL', 'https://stage.example/ask/');
    expect((await create(review(shop))).body.url).toMatch(/^https:\/\/stage\.example\/ask\/\d/);
    await set({ resellerId: shop.account, businessIds: [shop.location], pageUrl: 'https://own.example' });
    expect((await create(review(shop))).body.url).toMatch(/^https:\/\/own\.example\/\d/);
  } finally {
    vi.unstubAllEnvs();
  }
});

/** What a call asks of the table, without the keys that it asks for. */
const asked = async (requestId: string, more = {}) => {
  const calls: unknown[] = [];
  const answer = await through(
    (call) => (operation, input, options) => {
      const { RequestItems = {} } = input as { RequestItems?: Record<string, { Keys: object[] }> };
      calls.push([operation, ...Object.values(RequestItems).map(({ Keys }) => Keys.length)]);
      return call(operation, input, options);
    },
    () => shown(requestId, more),
  );
  return { ...bare(answer), calls };
};

it('answers every wrong link alike, in bytes and in calls', async () => {
  const shop = await newShop();
  const link = lastOf((await create(review(shop))).body.url);
  const [number = '', secret = ''] = link.split('.');
  const wrongDigit = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`;
  await shown(link);
  await shown(link, { key: KEYS.theirs });
  const { calls } = await asked(link);
  const goneSurvey = await newShop();
  const survey = { businessId: goneSurvey.location, customerId: goneSurvey.contact, surveyId: goneSurvey.survey };
  const ofSurvey = lastOf((await create(survey)).body.url);
  const goneLocation = await newShop();
  const ofLocation = lastOf((await create(review(goneLocation))).body.url);
  const goneContact = await newShop();
  const ofContact = lastOf((await create(review(goneContact))).body.url);
  for (const item of await scan()) {
    const isSurvey = item.type === 'survey' && item.surveyId === goneSurvey.survey;
    const isContact = item.type === 'contact' && (item.contact as Item).id === goneContact.contact;
    if (isSurvey || isContact) await table.remove({ Key: { pk: String(item.pk), sk: String(item.sk) } });
  }
  await remove(goneLocation.location);
  const moved = await newShop();
  const ofMoved = lastOf((await create(review(moved))).body.url);
  await remove(moved.location);
  const elsewhere = { accountNumber: goneContact.account, business: { name: 'Shop one' } };
  await bring([{ type: 'business', businessNumber: moved.location, ...elsewhere }]);
  const wrong = [
    ofMoved,
    `${number}.${wrongDigit}`,
    `${Number(number) + 1}.${secret}`,
    `0${link}`,
    `${number}.${secret.toUpperCase()}x`,
    `${number}.${secret}0`,
    `99999999999999999.${secret}`,
    number,
    secret,
    '.',
    ' ',
    '%00',
    'x'.repeat(4000),
    `${number}#REQUEST.${secret}`,
    ofSurvey,
    ofLocation,
    ofContact,
  ];
  for (const each of wrong) expect([each, await asked(each)]).toEqual([each, { ...NONE, calls }]);
  expect(await asked(link, { key: KEYS.theirs })).toEqual({ ...NONE, calls });
  const now = clock.now;
  const created = Number((await requestsOf(shop))[0]?.created);
  try {
    clock.now = () => created + 90 * 24 * 3600 * 1000 - 1;
    expect((await shown(link)).status).toBe(200);
    clock.now = () => created + 90 * 24 * 3600 * 1000;
    expect(await asked(link)).toMatchObject(NONE);
  } finally {
    clock.now = now;
  }
});

it('notes an activity with the contact, and sends its event alone', async () => {
  const shop = await newShop();
  const before = await contactOf(shop);
  const { body } = await create(review(shop));
  const after = await contactOf(shop);
  expect(await activitiesOf(shop)).toEqual([
    expect.objectContaining({
      kinds: ['requested'],
      details: { externalUId: body.externalUId, businessNumber: shop.location },
    }),
  ]);
  expect(contactEvents({ oldImage: before, newImage: after })).toEqual([]);
  const [newImage] = await requestsOf(shop);
  const data = {
    customerId: shop.contact,
    accountNumber: shop.account,
    businessIds: [shop.location],
    type: 'requested',
  };
  const subject = { partnerId: 'ours', accountNumber: shop.account, businessIds: [shop.location] };
  expect(requestedEvents({ oldImage: undefined, newImage })).toEqual([
    { ...subject, type: 'CONTACT_ACTIVITY_UPDATE', data },
  ]);
  expect(requestedEvents({ oldImage: newImage, newImage })).toEqual([]);
  expect(requestedEvents({ oldImage: undefined, newImage: after })).toEqual([]);
});

it('makes another request with each call, and one under a key, of any number at once', async () => {
  const shop = await newShop();
  const [one, two] = [await create(review(shop)), await create(review(shop))];
  expect(one.body.url).not.toBe(two.body.url);
  const key = under(`ask-${shop.account}`);
  const answers = await Promise.all(Array.from({ length: 12 }, () => create(review(shop), key)));
  expect(new Set(answers.map((answer) => JSON.stringify(bare(answer)))).size).toBe(1);
  expect(answers.filter(({ headers }) => headers['Idempotent-Replayed'] === undefined)).toHaveLength(1);
  expect(await requestsOf(shop)).toHaveLength(3);
  expect((await shown(lastOf(answers[0]!.body.url))).status).toBe(200);
  // The answer proves a link: it is kept where secrets are.
  const kept = (await scan()).filter(({ type, result }) => type === 'idempotency' && result !== undefined);
  const own = kept.filter(({ result }) => (result as Item).externalUId === answers[0]!.body.externalUId);
  expect(own.map(({ pk }) => String(pk).startsWith('SECRET#'))).toEqual([true]);
});

it('many requests for one contact at once all land', async () => {
  const shop = await newShop();
  const answers = await Promise.all(Array.from({ length: 5 }, () => create(review(shop))));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.externalUId)).size).toBe(5);
  expect(await activitiesOf(shop)).toHaveLength(5);
});

it('only validates a dry run', async () => {
  const shop = await newShop();
  const dry = { query: { validateOnly: 'true' } };
  expect((await create(review(shop), dry)).body).toEqual({ externalUId: 0, url: '', messageId: null });
  expect((await create(review(shop, { templateId: 9 }), dry)).status).toBe(400);
  expect([await requestsOf(shop), await activitiesOf(shop)]).toEqual([[], []]);
});

it('goes with a contact that is erased', async () => {
  const shop = await newShop();
  const other = await newShop();
  const link = lastOf((await create(review(shop))).body.url);
  await create(review(other));
  const removed = await eraseContacts(
    table,
    [{ partnerId: 'ours', accountNumber: shop.account, contactId: shop.contact, erasedAt: new Date().toISOString() }],
    startRun(),
  );
  expect(removed.get('requests')).toBe(1);
  expect([(await requestsOf(shop)).length, (await requestsOf(other)).length]).toEqual([0, 1]);
  expect(bare(await shown(link))).toEqual(NONE);
});
