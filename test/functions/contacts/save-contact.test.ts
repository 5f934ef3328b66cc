/** POST /v1/customer-v2/external/saveCustomer: what is created, found, changed and refused. */
import { beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from '../../support/call.ts';
import { ASKS_PROBLEM, listedIn, refused } from '../../support/expected.ts';
import { bring, openWorld } from '../../support/opened-world.ts';
import { KEYS } from '../../support/world.ts';
import {
  activityOf,
  contactOf,
  enrolled,
  get,
  itemsOfAccount,
  newEmail,
  optOutsOf,
  save,
  saved,
  standing,
} from './writes.ts';

beforeAll(() => openWorld());

const at = [101];

const TAKEN = refused(400, 5047, 'Email, phone or external id belongs to another contact');

/** That a request is refused, and leaves all as it was. */
const expectRefused = async (body: unknown, expected: object, more?: Parameters<typeof save>[1]) => {
  const before = await standing();
  expect(await answerOf(save(body, more))).toEqual(expected);
  expect(await standing()).toEqual(before);
};

describe('a new contact', () => {
  it('is answered by get contact with all that was sent, and the rest as of a contact of the interface', async () => {
    const email = newEmail();
    const sent = {
      firstName: 'Ida',
      lastName: 'Berg',
      email,
      phone: '(650) 555-0199',
      emailOptin: true,
      businessIds: [101, 103],
      tags: 'a, b',
      customFields: [
        { fieldName: 'Member', type: 'Yes/No', fieldValue: true },
        { fieldName: 'Since', type: 'date', fieldValue: '02/29/2024' },
        { fieldName: 'Note' },
      ],
      externalId: 'ida-1',
    };
    const answer = await save(sent);
    const { id } = answer.body;
    expect(answer.headers.ETag).toBe('"1"');
    expect(String(id)).toMatch(/^[1-9][0-9]{14}$/);
    const { created, mappings, ...contact } = await contactOf(id);
    expect(contact).toEqual({
      id,
      firstName: 'Ida',
      lastName: 'Berg',
      email,
      phone: '(650) 555-0199',
      countryCode: 'US',
      blocked: false,
      emailOtin: true,
      smsOptin: false,
      source: 'api',
      tags: ['a', 'b'],
      customFields: [
        { fieldName: 'Member', type: 'yes/no', fieldValue: '1' },
        { fieldName: 'Since', type: 'date', fieldValue: '02/29/2024' },
        { fieldName: 'Note', type: 'text', fieldValue: '' },
      ],
      externalId: 'ida-1',
    });
    expect(created).toMatch(/^[A-Z][a-z]+ [0-9]{1,2}, 20[0-9]{2}$/);
    expect(mappings.map((each: { businessNumber: number }) => each.businessNumber)).toEqual([101, 103]);
    const { cid } = mappings[1];
    expect((await get({ cid })).body).toMatchObject({ id, mappings: [{ cid, businessNumber: 103 }] });
    expect((await get({ cid: cid + 500 })).body.code).toBe(5043);
    expect(await activityOf(id)).toEqual([['created']]);
    expect(await optOutsOf(id)).toEqual([]);
    const stored = await enrolled(id);
    expect(stored).toMatchObject({ contactType: 'customer', sourceKind: 'api', businessNumbers: [101, 103] });
    expect(stored!.lastActivityAt).toBe(stored!.createdAt);
  });

  it('opts out by saying so, and is then in the feed', async () => {
    const id = await saved({ email: newEmail(), smsOptin: false, blocked: 'yes', businessIds: at });
    expect(await optOutsOf(id)).toEqual(['BLOCKED', 'TEXT']);
    expect(await activityOf(id)).toEqual([['created', 'opted-out', 'blocked']]);
  });

  it('is made of one of two saves at once', async () => {
    for (const more of [
      { email: newEmail() },
      { phone: '650-555-0291' },
      { externalId: 'x-1', email: undefined, phone: '6505550292' },
    ]) {
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, index) => saved({ ...more, firstName: `F${index}`, businessIds: at })),
      );
      expect(new Set(answers).size).toBe(1);
    }
  });

  it('may have more locations than a transaction has actions', async () => {
    const numbers = Array.from({ length: 130 }, (_, index) => 71_000 + index);
    await bring([
      { type: 'account', accountNumber: 70_000, partnerId: 'ours', name: 'Wide' },
      ...numbers.map((businessNumber) => ({ type: 'business', businessNumber, accountNumber: 70_000, business: {} })),
    ]);
    const query = { businessId: '70000' };
    const id = await saved({ email: newEmail(), businessIds: numbers }, { query });
    const { mappings } = (await get({ id }, { query })).body;
    expect(mappings.map((each: { businessNumber: number }) => each.businessNumber)).toEqual(numbers);
    expect(new Set(mappings.map(({ cid }: { cid: number }) => cid)).size).toBe(130);
    expect((await get({ cid: mappings[129].cid }, { query })).body.mappings).toHaveLength(1);
    const others = [...numbers, 101, 99_999];
    expect(await answerOf(save({ id, businessIds: others }, { query }))).toEqual(
      refused(400, 5556, 'Business ids are invalid: 101, 99999'),
    );
  });
});

describe('a contact that is there', () => {
  it('is found by external id, then email, then phone, and its locations are added to', async () => {
    const [email, other] = [newEmail(), newEmail()];
    const first = await saved({ email, externalId: 'find-1', phone: '650 555 0301', businessIds: [101] });
    const second = await saved({ email: other, businessIds: [102] });
    expect(await saved({ externalId: 'find-1', businessIds: [103], lastName: 'By id' })).toBe(first);
    expect(await saved({ email: ` ${other.toUpperCase()} `, businessIds: [104] })).toBe(second);
    expect(await saved({ phone: '+1 (650) 555-0301', lastName: 'By phone' })).toBe(first);
    const { mappings, lastName } = await contactOf(first);
    expect([mappings.length, lastName]).toEqual([2, 'By phone']);
    expect((await contactOf(second)).email).toBe(other.toUpperCase());
  });

  it('is not found by phone alone where both have an email', async () => {
    const phone = '650 555 0302';
    const id = await saved({ email: newEmail(), phone, businessIds: at });
    await expectRefused({ email: newEmail(), phone, businessIds: at }, TAKEN);
    await expectRefused({ email: newEmail(), phone, businessIds: at }, TAKEN, { query: { validateOnly: 'true' } });
    const codeFor = async (fields: object) => (await save({ email: newEmail(), phone, ...fields })).body.code;
    const email = `${'x'.repeat(40)}@mail.example`;
    expect(await codeFor({ email, businessIds: at })).toBe(1088);
    expect(await codeFor({})).toBe(5557);
    expect(await codeFor({ businessIds: [999] })).toBe(5556);
    expect(await saved({ phone, firstName: 'Same' })).toBe(id);
    const bare = await saved({ phone: '650 555 0303', businessIds: at });
    expect(await saved({ email: newEmail(), phone: '650 555 0303', businessIds: at })).toBe(bare);
  });

  it('keeps what is left out, and loses what is blank', async () => {
    const [email, again] = [newEmail(), newEmail()];
    const id = await saved({ firstName: 'A', lastName: 'B', email, tags: ['x'], emailOptin: true, businessIds: at });
    await saved({ id, firstName: '', tags: [], email: again, emailOptin: null });
    expect(await contactOf(id)).toMatchObject({
      firstName: '',
      lastName: 'B',
      tags: [],
      email: again,
      emailOtin: false,
    });
    // What it gave up is free, and it opted out.
    expect(await saved({ email, businessIds: at })).not.toBe(id);
    expect(await optOutsOf(id)).toEqual(['EMAIL']);
    await saved({ id, email: null, phone: null });
    expect((await get({ email: again })).body.code).toBe(5043);
  });

  it('that is named gets these locations and no others', async () => {
    const id = await saved({ email: newEmail(), businessIds: [101, 102] });
    const before = (await contactOf(id)).mappings;
    await saved({ id, businessIds: [102, 104] });
    const after = (await contactOf(id)).mappings;
    expect(after.map((each: { businessNumber: number }) => each.businessNumber)).toEqual([102, 104]);
    expect(after[0]).toEqual(before[1]);
    expect(before.map(({ cid }: { cid: number }) => cid)).not.toContain(after[1].cid);
    await saved({ id, businessIds: [] });
    expect((await contactOf(id)).mappings).toEqual([]);
    expect((await enrolled(id))?.businessNumbers).toEqual([]);
  });

  it('opts out and in, each once, and it is noted with its time', async () => {
    const id = await saved({ email: newEmail(), emailOtin: 1, businessIds: at });
    for (const emailOptin of [false, false, true, false]) await saved({ id, emailOptin });
    expect(await activityOf(id)).toEqual([['created'], ['opted-out'], ['opted-in'], ['opted-out']]);
    expect(await optOutsOf(id)).toEqual(['EMAIL']);
    await saved({ id, blocked: true });
    await saved({ id, blocked: false, emailOptin: true });
    expect(await optOutsOf(id)).toEqual([]);
    expect((await activityOf(id)).slice(4)).toEqual([['blocked'], ['opted-in', 'unblocked']]);
  });

  it('stays as it is, with its version, where nothing changes', async () => {
    const body = { email: newEmail(), firstName: 'Same', smsOptin: false, businessIds: [101, 103] };
    const id = await saved(body);
    const before = await standing();
    for (const sent of [body, { id, ...body }, { id }, { id, smsOptin: null }]) {
      const answer = await save(sent);
      expect([answer.body, answer.headers.ETag]).toEqual([{ id }, '"1"']);
    }
    expect(await standing()).toEqual(before);
  });

  it('can be read and sent back with If-Match, also one that today’s rules would refuse', async () => {
    await bring([
      {
        type: 'contact',
        accountNumber: 100,
        contact: {
          id: 8101,
          firstName: 'x'.repeat(80),
          email: `${'long'.repeat(12)}@mail.example`,
          phone: '555',
          customFields: [{ fieldName: 'Seat', type: 'SEAT', fieldValue: '4' }],
          mappings: [{ cid: 8102, businessNumber: 101 }],
          created: 'June 5, 2019',
        },
      },
    ]);
    const read = await get({ id: 8101 });
    const before = await standing();
    const back = await save(read.body, { headers: { 'If-Match': String(read.headers.ETag) } });
    expect([back.status, back.headers.ETag]).toEqual([200, read.headers.ETag]);
    expect(await standing()).toEqual(before);
    expect((await save({ id: 8101, lastName: 'New' }, { headers: { 'If-Match': '"1"' } })).headers.ETag).toBe('"2"');
    const late = await save({ id: 8101, lastName: 'Late' }, { headers: { 'If-Match': '"1"' } });
    expect([late.status, late.headers.ETag]).toEqual([412, '"2"']);
    // Its long email finds it, and may be sent again without a version too.
    expect(await saved({ email: `${'LONG'.repeat(12)}@mail.example`, tags: ['t'] })).toBe(8101);
    expect((await enrolled(8101))?.createdAt).toBe(Date.UTC(2019, 5, 5));
  });
});

describe('is refused', () => {
  it.each([
    [{ firstName: 'x'.repeat(51) }, refused(400, 1057, 'First name must have at most 50 characters')],
    [{ lastName: 'x'.repeat(51) }, refused(400, 1059, 'Last name must have at most 50 characters')],
    [{ email: 'unknown' }, refused(400, 1087, 'Customer email is invalid')],
    [{ email: `${'x'.repeat(28)}@mail.example` }, refused(400, 1088, 'Customer email must have at most 40 characters')],
    [{ phone: '1'.repeat(41) }, refused(400, 1055, 'Not a valid phone number')],
    [{ phone: '12345' }, refused(400, 1055, 'Not a valid phone number')],
    [{ phone: '0491 570 156' }, refused(400, 1055, 'Not a valid phone number')],
    [{ phone: '(650) 555-0100', countryCode: 'AU' }, refused(400, 1055, 'Not a valid phone number')],
    [{ countryCode: 'GB' }, refused(400, 400, 'countryCode must be one of US, AU, CA, MX, PR, VI')],
    [{ businessIds: undefined }, refused(400, 5557, 'Business ids are required')],
    [{ businessIds: [] }, refused(400, 5557, 'Business ids are required')],
    [{ businessIds: [101, 151, 999] }, refused(400, 5556, 'Business ids are invalid: 151, 999')],
    [{ businessIds: [100] }, refused(400, 5556, 'Business ids are invalid: 100')],
    [{ email: '' }, refused(400, 1246, 'Customer email or phone is required')],
    [{ customFields: [{ fieldName: '' }] }, refused(400, 400, 'customFields[0].fieldName is required')],
    [
      { customFields: [{ fieldName: 'a', type: 'colour' }] },
      refused(400, 400, 'customFields[0].type must be one of text, number, currency, date, yes/no'),
    ],
    [
      { customFields: [{ fieldName: 'a', type: 'date', fieldValue: '02/30/2024' }] },
      refused(400, 400, 'customFields[0].fieldValue must be a date, MM/DD/YYYY'),
    ],
    [
      { customFields: [{ fieldName: 'a', type: 'yes/no', fieldValue: '2' }] },
      refused(400, 400, 'customFields[0].fieldValue must be 1 or 0'),
    ],
    [
      { tags: Array.from({ length: 101 }, (_, index) => `t${index}`) },
      refused(400, 400, 'tags must have at most 100 items'),
    ],
    [{ firstName: 'a\u202e' }, refused(400, 400, 'firstName must be one line of text without control characters')],
    [{ id: 999_999 }, refused(404, 5043, 'Contact not found')],
    [
      { tags: ['\ud800'] },
      refused(400, 400, 'tags[0] must be Unicode text without U+0000 and halves of surrogate pairs'),
    ],
  ])('%j', async (fields, expected) => {
    await expectRefused({ email: newEmail(), businessIds: at, ...fields }, expected);
  });

  it('for an email or a phone of the record: problem details name the field, next to others too', async () => {
    const long = `${'x'.repeat(28)}@mail.example`;
    const listed = (body: object) => listedIn(save({ businessIds: at, ...body }, ASKS_PROBLEM));
    expect(await listed({ email: long })).toEqual([['/email', 1088]]);
    expect(await listed({ email: long, firstName: 'x'.repeat(51) })).toEqual([
      ['/firstName', 1057],
      ['/email', 1088],
    ]);
    const phone = '(650) 555-0187';
    const id = await saved({ email: newEmail(), phone, businessIds: at });
    expect(await listed({ id, countryCode: 'AU' })).toEqual([['/phone', 1055]]);
    expect(await listed({ id, email: long, countryCode: 'AU' })).toEqual([
      ['/email', 1088],
      ['/phone', 1055],
    ]);
    const blocked = ['/blocked', 400];
    expect(await listed({ id, countryCode: 'AU', blocked: 'x' })).toEqual([blocked, ['/phone', 1055]]);
    // Of no country that is known, or of no contact.
    expect(await listed({ id, countryCode: 'GB', email: long })).toEqual([['/countryCode', 400]]);
    expect(await listed({ id: 'x', phone: '0491 570 156', blocked: 'x' })).toEqual([['/id', 400], blocked]);
    expect(await listed({ id: 999_999, email: long, blocked: 'x' })).toEqual([blocked]);
    // A long email that is stored is right.
    const stored = { id: 8111, email: long, mappings: [{ cid: 8112, businessNumber: 101 }] };
    await bring([{ type: 'contact', accountNumber: 100, contact: stored }]);
    expect(await listed({ email: long, blocked: 'x' })).toEqual([blocked]);
  });

  it('without a body (5008), and with nothing in it (5557)', async () => {
    await expectRefused(undefined, refused(400, 5008, 'Request body is required'));
    await expectRefused({}, refused(400, 5557, 'Business ids are required'));
  });

  it.each([
    [{}, [5557, 1246]],
    [{ firstName: 'Q', businessIds: at }, [1246]],
    [{ email: '', phone: ' ', externalId: null, businessIds: [] }, [5557, 1246]],
  ])('where it names and describes no one, whatever is stored, so that the key stays free: %j', async (body, codes) => {
    const at = `no-one-${JSON.stringify(body).length}-${codes.length}`;
    const send = (sent: object, accept = 'application/json') =>
      save(sent, { headers: { 'Idempotency-Key': at, Accept: accept } });
    expect((await send(body)).body.code).toBe(codes[0]);
    const said = (await send(body, 'application/problem+json')).body.errors;
    const pointers = { 5557: '/businessIds', 1246: '/email' };
    expect(said.map(({ code, pointer }: { code: 5557 | 1246; pointer: string }) => [code, pointer])).toEqual(
      codes.map((code) => [code, pointers[code as 1246]]),
    );
    expect((await send({ email: newEmail(), businessIds: [101] })).status).toBe(200);
  });

  it('where only what is stored decides, and keeps that under the key', async () => {
    const headers = { 'Idempotency-Key': 'someone-without-locations' };
    const body = { email: newEmail() };
    expect((await save(body, { headers })).body.code).toBe(5557);
    expect((await save({ ...body, businessIds: at }, { headers })).status).toBe(422);
  });

  it('where another contact has the email, phone or external id', async () => {
    const email = newEmail();
    await saved({ email, phone: '650 555 0401', externalId: 'taken-1', businessIds: at });
    const id = await saved({ email: newEmail(), businessIds: at });
    await expectRefused({ id, email: email.toUpperCase() }, TAKEN);
    await expectRefused({ id, phone: '+16505550401', countryCode: 'CA' }, TAKEN);
    await expectRefused({ id, externalId: 'taken-1' }, TAKEN);
    await expectRefused({ externalId: 'new-1', email, phone: '650 555 0199', businessIds: at }, TAKEN);
    await expectRefused({ id, email }, TAKEN, { query: { validateOnly: 'true' } });
  });

  it('of another partner’s account, or of none', async () => {
    const body = { email: newEmail(), businessIds: at };
    const notFound = refused(404, 1532, 'Business id is missing or invalid');
    for (const businessId of ['200', '201', '999', 'x', ''])
      await expectRefused(body, notFound, { query: { businessId } });
    await expectRefused(body, notFound, { key: KEYS.theirs });
  });

  it('above 128 KB', async () => {
    const customFields = Array.from({ length: 20 }, (_, index) => ({
      fieldName: `f${index}`,
      fieldValue: 'x'.repeat(9000),
    }));
    const tooLarge = refused(413, 413, 'The record is too large');
    await expectRefused({ email: newEmail(), businessIds: at, customFields }, tooLarge);
    const query = { validateOnly: 'true' };
    await expectRefused({ email: newEmail(), businessIds: at, customFields }, tooLarge, { query });
    const again = { headers: { 'Idempotency-Key': 'too-large' } };
    const email = newEmail();
    const answers = [
      await save({ email, businessIds: at, customFields }, again),
      await save({ email, businessIds: at, customFields }, again),
    ];
    expect(answers.map(({ status, headers }) => [status, headers['Idempotent-Replayed']])).toEqual([
      [413, undefined],
      [413, 'true'],
    ]);
  });
});

describe('a dry run', () => {
  it('answers 0 for a new contact, its id for another one, and writes nothing', async () => {
    const email = newEmail();
    const query = { validateOnly: 'true' };
    const before = await standing();
    expect((await save({ email, businessIds: at }, { query })).body).toEqual({ id: 0 });
    expect(await standing()).toEqual(before);
    const id = await saved({ email, businessIds: at });
    const there = await standing();
    const answer = await save({ email, lastName: 'Dry' }, { query });
    expect([answer.body, answer.headers.ETag]).toEqual([{ id }, '"1"']);
    expect(await standing()).toEqual(there);
  });
});

describe('under an idempotency key', () => {
  it('is executed once, and answered as the first time', async () => {
    const email = newEmail();
    const headers = { 'Idempotency-Key': 'save-1' };
    const body = { email, businessIds: at };
    const first = await save(body, { headers });
    await saved({ id: first.body.id, email: newEmail() });
    const again = await save(body, { headers });
    expect([again.status, again.body, again.headers['Idempotent-Replayed']]).toEqual([200, first.body, 'true']);
    expect((await get({ email })).body.code).toBe(5043);
    expect((await save({ ...body, lastName: 'Other' }, { headers })).status).toBe(422);
    const many = await Promise.all(
      Array.from({ length: 8 }, () =>
        saved({ email: 'many@mail.example', businessIds: at }, { headers: { 'Idempotency-Key': 'save-2' } }),
      ),
    );
    expect(new Set(many).size).toBe(1);
    const contacts = (await itemsOfAccount()).filter(
      ({ type, email: each }) => type === 'contact' && each === 'many@mail.example',
    );
    expect(contacts).toHaveLength(1);
  });
});
