/** POST /v1/customer/checkin: who is found or created, what is noted, and what stays as it was. */
import { beforeAll, describe, expect, it } from 'vitest';
import { contactEvents } from '../../../lib/contacts/events.ts';
import { answerOf } from '../../support/call.ts';
import { ASKS_PROBLEM, listedIn, refused } from '../../support/expected.ts';
import { openWorld } from '../../support/opened-world.ts';
import { KEYS } from '../../support/world.ts';
import {
  activityOf,
  contactOf,
  enrolled,
  itemsOfAccount,
  newEmail,
  optOutsOf,
  save,
  saved,
  standing,
  visit,
} from './writes.ts';

beforeAll(() => openWorld());

const idOf = async (body: object, more?: Parameters<typeof visit>[1]): Promise<number> => {
  const answer = await visit(body, more);
  expect([answer.status, answer.body]).toEqual([200, { customerId: expect.any(Number) }]);
  return answer.body.customerId;
};
const locations = async (id: number) =>
  (await contactOf(id)).mappings.map((each: { businessNumber: number }) => each.businessNumber);

describe('a person who is new', () => {
  it('becomes a contact of the location, out of what was not said', async () => {
    const emailId = newEmail();
    const id = await idOf({ name: '  Vera Maria  Lind ', emailId, phone: '(650) 555-0601', externalId: 'v-1' });
    const contact = await contactOf(id);
    expect(contact).toMatchObject({
      firstName: 'Vera',
      lastName: 'Maria  Lind',
      email: emailId,
      phone: '(650) 555-0601',
      smsOptin: false,
      emailOtin: false,
      source: 'api',
      externalId: 'v-1',
    });
    expect(await locations(id)).toEqual([101]);
    expect(await activityOf(id)).toEqual([['created', 'checkin']]);
    expect(await optOutsOf(id)).toEqual([]);
  });

  it('opts in by an explicit 1 alone, and out by a 0', async () => {
    const wanted = [
      [{}, false, []],
      [{ smsEnabled: null }, false, []],
      [{ smsEnabled: '1' }, true, []],
      [{ smsEnabled: 0 }, false, ['TEXT']],
    ] as const;
    for (const [fields, smsOptin, out] of wanted) {
      const id = await idOf({ emailId: newEmail(), ...fields });
      expect([(await contactOf(id)).smsOptin, await optOutsOf(id)]).toEqual([smsOptin, out]);
    }
  });

  it('may have a phone of another country, and a name of one word', async () => {
    const id = await idOf({ name: 'Cher', phone: '+61 491 570 157' });
    expect(await contactOf(id)).toMatchObject({ firstName: 'Cher', lastName: '', countryCode: 'AU' });
    expect(await idOf({ name: 'Cher', phone: '0061 491 570 157' })).toBe(id);
  });

  it('is one contact of many check-ins at once', async () => {
    const emailId = newEmail();
    const ids = await Promise.all(Array.from({ length: 6 }, (_, index) => idOf({ emailId, name: `Once ${index}` })));
    expect(new Set(ids).size).toBe(1);
    expect(await activityOf(ids[0]!)).toEqual([
      ['created', 'checkin'],
      ...Array.from({ length: 5 }, () => ['checkin']),
    ]);
  });
});

describe('a contact that is there', () => {
  it('keeps its name and its opt-outs, and is mapped to the location', async () => {
    const email = newEmail();
    const id = await saved({ firstName: 'Kept', email, smsOptin: false, emailOptin: true, businessIds: [102] });
    expect(await idOf({ name: 'Other Name', emailId: email.toUpperCase(), smsEnabled: 1 })).toBe(id);
    expect(await contactOf(id)).toMatchObject({
      firstName: 'Kept',
      lastName: '',
      email,
      smsOptin: false,
      emailOtin: true,
    });
    expect(await locations(id)).toEqual([102, 101]);
    expect(await activityOf(id)).toEqual([['created', 'opted-out'], ['checkin']]);
    const before = await enrolled(id);
    await idOf({ emailId: email, phone: '650-555-0602' });
    expect((await contactOf(id)).phone).toBe('650-555-0602');
    await idOf({ phone: '+1 650 555 0602' });
    expect((await contactOf(id)).phone).toBe('650-555-0602');
    expect((await enrolled(id))!.lastActivityAt).toBeGreaterThan(before!.lastActivityAt);
    expect(await locations(id)).toEqual([102, 101]);
  });

  it('without a name gets one', async () => {
    const email = newEmail();
    const id = await saved({ email, businessIds: [101] });
    await idOf({ emailId: email });
    expect(await contactOf(id)).toMatchObject({ firstName: 'Vera', lastName: 'Lind' });
  });

  it('has what was said next to it in its activity', async () => {
    const details = {
      additionalParams: { table: 4, __proto__x: 'p', no: null },
      employees: [{ emailId: 'a@b.example' }],
    };
    const id = await idOf({ emailId: newEmail(), ...details });
    const [item] = (await itemsOfAccount()).filter(
      ({ type, contactId }) => type === 'contactActivity' && contactId === id,
    );
    const additionalParams = { table: '4', __proto__x: 'p', no: '' };
    expect(item!.details).toEqual({ ...details, additionalParams, businessNumber: 101 });
  });
});

describe('is refused, and changes nothing', () => {
  it('for a long email: problem details name the field, next to others too', async () => {
    const emailId = `${'x'.repeat(28)}@mail.example`;
    const listed = (body: object) => listedIn(visit({ emailId, ...body }, ASKS_PROBLEM));
    expect(await listed({})).toEqual([['/emailId', 1088]]);
    expect(await listed({ smsEnabled: 2 })).toEqual([
      ['/smsEnabled', 1170],
      ['/emailId', 1088],
    ]);
  });

  it.each([
    [{ name: ' ' }, refused(400, 1142, 'Customer name must not be blank')],
    [{ name: undefined }, refused(400, 1142, 'Customer name must not be blank')],
    [{ name: 'x'.repeat(101) }, refused(400, 1001, 'Name is too long')],
    [{ emailId: '' }, refused(400, 1086, 'Customer email must not be blank')],
    [{ emailId: 'x' }, refused(400, 1087, 'Customer email is invalid')],
    [
      { emailId: `${'x'.repeat(28)}@mail.example` },
      refused(400, 1088, 'Customer email must have at most 40 characters'),
    ],
    [{ emailId: '', phone: '1'.repeat(41) }, refused(400, 1055, 'Not a valid phone number')],
    [{ phone: '12' }, refused(400, 1055, 'Not a valid phone number')],
    [{ emailId: '', phone: 'x' }, refused(400, 1055, 'Not a valid phone number')],
    [{ smsEnabled: 2 }, refused(400, 1170, 'smsEnabled must be 0 or 1')],
    [{ additionalParams: 'x' }, refused(400, 400, 'additionalParams must be an object')],
    [
      { additionalParams: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [index, 'x'])) },
      refused(400, 400, 'additionalParams must have at most 50 entries'),
    ],
    [
      { additionalParams: { a: 'x'.repeat(1001) } },
      refused(400, 400, 'additionalParams must have texts of up to 1000 characters'),
    ],
    [{ employees: [{}] }, refused(400, 400, 'employees[0].emailId is required')],
    [{ employees: [{ emailId: 'x' }] }, refused(400, 400, 'employees[0].emailId must be one email address')],
    [{ externalId: 'x'.repeat(129) }, refused(400, 400, 'externalId must have at most 128 characters')],
  ])('%j', async (fields, expected) => {
    const before = await standing();
    expect(await answerOf(visit({ emailId: newEmail(), ...fields }))).toEqual(expected);
    expect(await standing()).toEqual(before);
  });

  it('for one who is blocked, for a phone of another person, and elsewhere', async () => {
    const [blocked, email] = [newEmail(), newEmail()];
    await saved({ email: blocked, blocked: true, businessIds: [101] });
    await saved({ email, phone: '650 555 0603', businessIds: [101] });
    const before = await standing();
    expect(await answerOf(visit({ emailId: blocked }))).toEqual(refused(400, 5046, 'Contact is blocked'));
    const taken = refused(400, 5047, 'Email, phone or external id belongs to another contact');
    expect(await answerOf(visit({ emailId: newEmail(), phone: '650 555 0603' }))).toEqual(taken);
    const notFound = refused(404, 1175, 'No business with this id');
    for (const bid of ['100', '201', '999', 'x', '']) {
      expect(await answerOf(visit({ emailId: email }, { query: { bid } }))).toEqual(notFound);
    }
    expect(await answerOf(visit({ emailId: email }, { key: KEYS.theirs }))).toEqual(notFound);
    expect(await standing()).toEqual(before);
  });
});

it('a dry run answers 0 or the id, and a key is executed once', async () => {
  const email = newEmail();
  const query = { validateOnly: 'true' };
  const before = await standing();
  expect((await visit({ emailId: email }, { query })).body).toEqual({ customerId: 0 });
  expect(await standing()).toEqual(before);
  const headers = { 'Idempotency-Key': 'visit-1' };
  const id = await idOf({ emailId: email }, { headers });
  expect(await idOf({ emailId: email }, { headers })).toBe(id);
  expect(await activityOf(id)).toEqual([['created', 'checkin']]);
  expect((await visit({ emailId: email }, { query })).body).toEqual({ customerId: id });
  expect((await save({ email })).headers.ETag).toBe('"1"');
});

describe('the events of a visit', () => {
  const itemOf = async (id: number) =>
    (await itemsOfAccount()).find(({ type, contact }) => type === 'contact' && (contact as { id: number }).id === id);
  /** Types with what they say has changed. */
  const eventsOf = async (id: number, write: () => Promise<unknown>) => {
    const oldImage = await itemOf(id);
    await write();
    return contactEvents({ oldImage, newImage: await itemOf(id) }).map(({ type, data }) => [type, data.changed]);
  };

  it('is its activity, and a mapping that it adds', async () => {
    const emailId = newEmail();
    const at = (bid: string) => idOf({ emailId }, { query: { bid } });
    const id = await at('101');
    const activity = ['CONTACT_ACTIVITY_UPDATE', undefined];
    expect(await eventsOf(id, () => at('101'))).toEqual([activity]);
    expect(await eventsOf(id, () => at('102'))).toEqual([['CONTACT_UPDATED', ['mappings']], activity]);
    expect(await locations(id)).toEqual([101, 102]);
    expect(await eventsOf(id, () => at('102'))).toEqual([activity]);
    expect(await eventsOf(id, () => idOf({ emailId, externalId: 'v-events' }))).toEqual([activity]);
  });
});
