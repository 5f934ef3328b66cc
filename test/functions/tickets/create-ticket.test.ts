/** Create ticket: what it is about, whom it names, in which order it is refused, and one ticket of a review. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as contactActivity } from '../../../functions/contacts/contact-activity.ts';
import { handler as getContact } from '../../../functions/contacts/get-contact.ts';
import { handler as saveContact } from '../../../functions/contacts/save-contact.ts';
import { answerOf, call } from '../../support/call.ts';
import { bare, refused, under } from '../../support/expected.ts';
import { fullContact } from '../../support/full-contact.ts';
import { before, behind } from '../../support/meeting.ts';
import { openWorld, through } from '../../support/opened-world.ts';
import { remove, sweep } from '../business/delete-business/support.ts';
import {
  asked,
  comment,
  create,
  created,
  get,
  invalid,
  itemsOf,
  newAccount,
  ofReview,
  people,
  update,
} from './support.ts';

beforeAll(() => openWorld());

const T = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
const history = async (n: number, id: number) =>
  (await call(contactActivity, { path: { customerId: String(id) }, query: { businessId: String(n) } })).body.map(
    ({ type }: { type: string }) => type,
  );

describe('A ticket', () => {
  it('of a review shows the review, its customer and the location', async () => {
    const n = await newAccount();
    const id = await created(n + 1, ofReview(n, { ticketType: 'Review', tags: ['B', 'a', 'b', ' A '] }));
    expect((await get(n, id)).body).toEqual({
      id,
      status: 'new',
      rating: 1,
      externalId: 'r1',
      date: '2026-01-02 03:04:05',
      postedOn: '2026-01-02 03:04:05',
      updateDate: T,
      created: T,
      description: 'It was 1.',
      activityCount: 1,
      assignedTo: { firstName: 'owner', lastName: 'U', name: 'owner U', emailId: people(n).owner },
      business: { name: 'Place 1', alias: 'alias 2', number: n + 1, phone: '(650) 555-0101' },
      source: { name: 'Maps' },
      ticketType: 'review',
      tags: ['B', 'a'],
      reporter: { firstName: 'Ada', lastName: 'Field', emailId: `ada${n}@mail.example`, phone: '(650) 555-0150' },
      customerId: n + 50,
      surveyId: null,
      surveyResponseId: null,
      activities: [{ type: 'created', at: expect.any(String), by: null, comment: null, from: null, to: null }],
    });
    expect(await history(n, n + 50)).toEqual(['ticket']);
  });

  it('of a response has its customer and keeps parameters; ignored fields are not checked', async () => {
    const n = await newAccount();
    const body = {
      assignedTo: people(n).employee.toUpperCase(),
      ticketType: 'SURVEY',
      surveyId: n + 60,
      surveyResponseId: n + 61,
      customer: 'unknown',
      sourceType: 'Pigeon',
      additionalParams: [{ questionId: 7 }, { questionId: 1, answerId: 2 }],
      externalId: 'mine',
    };
    const id = await created(n + 1, body);
    expect((await get(n + 1, id)).body).toMatchObject({
      date: '2026-01-03 00:00:00',
      rating: null,
      externalId: 'mine',
      source: { name: 'Survey' },
      customerId: n + 50,
      surveyId: n + 60,
      surveyResponseId: n + 61,
      description: '',
      assignedTo: { firstName: 'Em', lastName: '', name: 'Em', emailId: people(n).employee },
    });
    const item = (await itemsOf(n)).find(({ type }) => type === 'ticket');
    expect(item?.additionalParams).toEqual([{ questionId: 7 }, { questionId: 1, answerId: 2 }]);
    expect(await created(n + 1, body)).toBe(id);
  });

  it('of a person finds or creates a contact, opted in to nothing', async () => {
    const n = await newAccount();
    const customer = { firstName: 'Ida', lastName: 'Lund', emailId: `ida${n}@mail.example`, location: { city: 'X' } };
    const id = await created(n + 2, asked(n, { customer, sourceType: 'social MEDIA' }));
    const { body } = await get(n, id);
    expect(body).toMatchObject({ source: { name: 'Social media' }, reporter: { firstName: 'Ida', phone: '' } });
    const { contact } = {
      contact: (await call(getContact, { query: { bid: String(n), id: String(body.customerId) } })).body,
    };
    expect(JSON.stringify(contact)).not.toMatch(/"(?:sms|email)[oO]p?tin":true/);
    expect((await history(n, body.customerId)).toSorted()).toEqual(['created', 'ticket']);
    const again = await created(n + 2, asked(n, { customer }));
    expect(again).not.toBe(id);
    expect((await get(n, again)).body.customerId).toBe(body.customerId);
  });

  it('stores no name, email or phone of its customer', async () => {
    const n = await newAccount();
    await created(n + 1, asked(n, { customer: { firstName: 'Zoe', lastName: 'Zq', emailId: `zq${n}@mail.example` } }));
    expect(JSON.stringify(await itemsOf(n))).not.toMatch(/Zoe|Zq|zq/);
  });
});

it('names all that is wrong with a person, and keeps nothing of it under its key', async () => {
  const n = await newAccount();
  const wrong = { customer: { lastName: 'x'.repeat(101), emailId: 'a b@c', phone: '12' } };
  const wrongAt = async (at: number | string, more: object = {}) => {
    const { body } = await create(at, asked(n, { ...wrong, ...more }), {
      headers: { accept: 'application/problem+json' },
    });
    return body.errors.map(({ pointer, parameter }: { pointer: string; parameter?: string }) => parameter ?? pointer);
  };
  const late = ['firstName', 'lastName', 'emailId', 'phone'].map((name) => `/customer/${name}`);
  expect(await wrongAt(n + 1)).toEqual(late);
  expect(await wrongAt('x')).toEqual(['businessId', ...late]);
  expect(await wrongAt(n + 1, { sourceType: 'Pigeon' })).toEqual(['/sourceType', ...late]);
  const long = { customer: { firstName: 'Zoe', emailId: `${'x'.repeat(28)}@mail.example` } };
  expect(await wrongAt(n + 1, long)).toEqual(['/customer/emailId']);
  expect(await wrongAt(n + 1, { ...long, sourceType: 'Pigeon' })).toEqual(['/sourceType', '/customer/emailId']);
  const key = under(`person-${n}`);
  expect(bare(await create(n + 1, asked(n, wrong), key))).toEqual(refused(400, 1142));
  expect((await create(n + 1, asked(n), key)).status).toBe(200);
});

it('is refused for fields, the location, the assignee, what it is about, then the customer', async () => {
  const n = await newAccount();
  const { left, editor, employee, viewer } = people(n);
  const unknown = { assignedTo: 'unknown@desk.example' };
  const noName = { customer: { lastName: 'L' } };
  const contact = { query: { businessId: String(n) }, body: { id: n + 50, blocked: true } };
  expect((await call(saveContact, contact)).status).toBe(200);
  for (const [at, body, answer] of [
    ['x', asked(n, { assignedTo: ' ' }), invalid('assignedTo must not be blank')],
    ['x', asked(n, { ticketType: 'other' }), invalid('ticketType must be one of review, untagged, survey')],
    ['x', asked(n, { customer: null }), invalid('customer is required')],
    ['x', asked(n, { customer: null, description: ' ' }), invalid('customer is required')],
    [
      'x',
      asked(n, { customer: { customerId: 1, firstName: 'A' } }),
      invalid('customer must have either customerId or the fields of a person'),
    ],
    ['x', asked(n, { description: ' ' }), invalid('description is required')],
    ['x', asked(n, { description: 'x'.repeat(4097) }), invalid('description must have at most 4096 characters')],
    ['x', asked(n, { sourceType: 'Pigeon' }), refused(400, 400)],
    ['x', asked(n, { externalId: 'x'.repeat(201) }), invalid('externalId must have at most 200 characters')],
    [
      'x',
      asked(n, { tags: Array.from({ length: 11 }, (_, each) => `t${each}`) }),
      invalid('tags must have at most 10 items'),
    ],
    ['x', asked(n, { tags: ['x'.repeat(51)] }), invalid('tags[0] must have at most 50 characters')],
    [n, asked(n, unknown), refused(404, 1175)],
    [n + 1, ofReview(n, { ...unknown, externalId: '' }), refused(404, 1189)],
    [n + 1, asked(n, { assignedTo: left }), refused(404, 1189)],
    [n + 2, asked(n, { assignedTo: editor }), refused(404, 1189)],
    [n + 2, asked(n, { assignedTo: employee }), refused(404, 1189)],
    [n + 1, ofReview(n, { externalId: '' }), refused(400, 1042)],
    [n + 1, ofReview(n, { externalId: 'x'.repeat(900) }), refused(400, 1042)],
    [n + 2, ofReview(n), refused(400, 1042)],
    [n + 1, { assignedTo: viewer, ticketType: 'survey', surveyId: n + 60 }, refused(400, 1315)],
    [
      n + 2,
      { assignedTo: viewer, ticketType: 'survey', surveyId: n + 60, surveyResponseId: n + 61 },
      refused(400, 1315),
    ],
    [n + 1, asked(n, noName), refused(400, 1142)],
    [n + 1, asked(n, { customer: { firstName: 'x'.repeat(101), emailId: 'a@b' } }), refused(400, 1001)],
    [n + 1, asked(n, { customer: { firstName: 'A', emailId: 'a b@c' } }), refused(400, 1087)],
    [n + 1, asked(n, { customer: { firstName: 'A', phone: '12' } }), refused(400, 1055)],
    [n + 1, asked(n, { customer: { firstName: 'A' } }), refused(400, 1246)],
    [n + 1, asked(n, { customer: { customerId: 0 } }), refused(404, 5043)],
    [n + 1, asked(n), refused(400, 5046)],
    [n + 1, asked(n, { customer: { firstName: 'A', emailId: `ADA${n}@mail.example` } }), refused(400, 5046)],
  ] as const)
    expect([body, await answerOf(create(at, body))]).toEqual([body, answer]);
  expect(await itemsOf(n)).toEqual([]);
  // Of a review the customer is not asked about.
  await created(n + 1, ofReview(n));
});

describe('A review', () => {
  it('has one ticket that is not closed, also of requests at once', async () => {
    const n = await newAccount();
    const many = Array.from({ length: 6 }, () => created(n + 1, ofReview(n)));
    const [id, ...others] = await Promise.all(many);
    expect(new Set(others)).toEqual(new Set([id]));
    // Of one without a customer nothing else is written that could be in the way.
    const unknown = await Promise.all(
      Array.from({ length: 6 }, () => created(n + 1, ofReview(n, { externalId: 'r2' }))),
    );
    expect(new Set(unknown).size).toBe(1);
    expect(await history(n, n + 50)).toEqual(['ticket']);
    expect((await create(n + 1, ofReview(n), { query: { validateOnly: 'true' } })).body).toEqual({ ticketId: id });
    expect(await created(n + 1, ofReview(n), under(`same-${n}`))).toBe(id);
    expect(await itemsOf(n)).toHaveLength(6);
    const row = (ticketId: number, ticketStatus: string) => ({ ticketId, ticketStatus });
    const rows = (...ticketUpdateMessages: object[]) => ({ ticketUpdateMessages, userEmail: people(n).owner });
    expect((await update(n, rows(row(id!, 'closed')))).status).toBe(200);
    const second = await created(n + 1, ofReview(n));
    expect(second).not.toBe(id);
    expect(await answerOf(update(n, rows(row(id!, 'open'))))).toEqual(
      invalid(
        `ticketUpdateMessages[0].ticketStatus must stay closed: ticket ${second} of the same review is not closed`,
      ),
    );
    expect((await update(n, rows(row(second, 'closed'), row(id!, 'pending')))).status).toBe(200);
    expect(await created(n + 1, ofReview(n))).toBe(id);
    expect((await update(n, rows(row(id!, 'closed')))).status).toBe(200);
    expect(await answerOf(update(n, rows(row(id!, 'open'), row(second, 'open'))))).toEqual(
      invalid(`ticketUpdateMessages[1].ticketStatus must stay closed: ticket ${id} of the same review is not closed`),
    );
  });

  it('has one ticket also if another request creates it before the write of this one', async () => {
    const n = await newAccount();
    let first = 0;
    // Of one without a customer nothing else is written that could be in the way.
    const asking = () => created(n + 1, ofReview(n, { externalId: 'r2' }));
    const meeting = async () => {
      first = await asking();
    };
    expect(await through(before(meeting), asking)).toBe(first);
    expect((await itemsOf(n)).filter(({ type }) => type === 'ticket')).toHaveLength(1);
  });

  it('a dry run answers 0 and writes nothing; a key answers alike', async () => {
    const n = await newAccount();
    expect((await create(n + 1, asked(n), { query: { validateOnly: 'true' } })).body).toEqual({ ticketId: 0 });
    expect(await itemsOf(n)).toEqual([]);
    const id = await created(n + 1, asked(n), under(`ticket-${n}`));
    const again = await create(n + 1, asked(n), under(`ticket-${n}`));
    expect([again.body, again.headers['Idempotent-Replayed']]).toEqual([{ ticketId: id }, 'true']);
    expect(await history(n, n + 50)).toEqual(['ticket']);
  });

  it('of a customer whose record has no room left is 413, also as a dry run', async () => {
    const n = await newAccount();
    const emailId = `fay${n}@mail.example`;
    await fullContact(n, n + 55, emailId);
    const body = asked(n, { customer: { firstName: 'Fay', emailId } });
    const answer = refused(413, 413, 'The record is too large');
    expect(await answerOf(create(n + 1, body))).toEqual(answer);
    expect(await answerOf(create(n + 1, body, { query: { validateOnly: 'true' } }))).toEqual(answer);
  });
});

it('goes with its location, and what leads to it', async () => {
  const n = await newAccount();
  const id = await created(n + 1, ofReview(n));
  const other = await created(n + 2, asked(n));
  await remove(n + 1);
  await sweep([n + 1]);
  expect((await itemsOf(n)).map(({ ticketId }) => ticketId)).toEqual([other, other]);
  expect((await get(n, id)).status).toBe(404);
});

it('goes with a comment that comes while its location goes', async () => {
  const n = await newAccount();
  const id = await created(n + 1, asked(n));
  await remove(n + 1);
  let isMet = false;
  const isRead = (operation: string, input: string) => operation === 'Query' && input.includes(`#TICKET#${id}"`);
  const commenting = async () => {
    isMet = true;
    const said = { ticketId: id, comment: 'Still there?', userEmail: people(n).owner };
    expect((await comment(n, said)).status).toBe(200);
  };
  await through(behind(commenting, isRead), () => sweep([n + 1]));
  expect(isMet).toBe(true);
  await sweep([n + 1]);
  expect(await itemsOf(n)).toEqual([]);
});
