/** Requests of the operations of tickets, on accounts of a test's own. */
import { expect } from 'vitest';
import { handler as commentTicket } from '../../../functions/tickets/comment-ticket.ts';
import { handler as createTicket } from '../../../functions/tickets/create-ticket.ts';
import { handler as getTicket } from '../../../functions/tickets/get-ticket.ts';
import { handler as getTickets } from '../../../functions/tickets/get-tickets.ts';
import { handler as updateTickets } from '../../../functions/tickets/update-tickets.ts';
import { type Answer, type Call, call } from '../../support/call.ts';
import { refused } from '../../support/expected.ts';
import { bring, scan } from '../../support/opened-world.ts';

let last = 630_000;

/** Emails of people on an account: an owner, an editor and a viewer of the first location, and two employees. */
export const people = (n: number) => ({
  owner: `owner${n}@desk.example`,
  editor: `editor${n}@desk.example`,
  viewer: `viewer${n}@desk.example`,
  employee: `Employee${n}@desk.example`,
  left: `left${n}@desk.example`,
});

const user = (accountNumber: number, emailId: string, userRole: string, locationsNumberAccess?: readonly number[]) => [
  {
    type: 'person',
    partnerId: 'ours',
    person: { userId: Math.floor(Math.random() * 1e12), emailId, firstName: userRole, lastName: 'U' },
  },
  { type: 'user', accountNumber, user: { emailId, userRole, ...(locationsNumberAccess && { locationsNumberAccess }) } },
];

/** A new account of ours with two locations, people, a contact, reviews and a survey; its number. */
export const newAccount = async (): Promise<number> => {
  last += 100;
  const n = last;
  const { owner, editor, viewer, employee, left } = people(n);
  await bring([
    { type: 'account', accountNumber: n, partnerId: 'ours', name: 'Desk' },
    ...[1, 2].map((at) => ({
      type: 'business',
      businessNumber: n + at,
      accountNumber: n,
      business: { name: `Place ${at}`, alias: `alias ${3 - at}`, phone: `(650) 555-010${at}` },
    })),
    ...user(n, owner, 'owner'),
    ...user(n, editor, 'editor', [n + 1]),
    ...user(n, viewer, 'viewer'),
    { type: 'employee', accountNumber: n, emailId: employee, firstName: 'Em', businessNumbers: [n + 1] },
    { type: 'employee', accountNumber: n, emailId: left, firstName: 'Le', lastName: 'Ft', active: false },
    {
      type: 'contact',
      accountNumber: n,
      contact: {
        id: n + 50,
        firstName: 'Ada',
        lastName: 'Field',
        email: `ada${n}@mail.example`,
        phone: '(650) 555-0150',
      },
    },
    ...[1, 2].map((at) => ({
      type: 'review',
      businessNumber: n + 1,
      reviewId: `r${at}`,
      sourceAlias: 'maps',
      rating: at,
      comments: `It was ${at}.`,
      reviewDate: '2026-01-02T03:04:05.000Z',
      ...(at === 1 && { customerId: n + 50 }),
    })),
    {
      type: 'survey',
      accountNumber: n,
      surveyId: n + 60,
      surveyName: 'S',
      pages: [{ questions: [{ id: 1, title: 'T', type: 'text' }] }],
    },
    {
      type: 'surveyResponse',
      surveyId: n + 60,
      businessNumber: n + 1,
      responseId: n + 61,
      created: '2026-01-03T00:00:00.000Z',
      customerId: n + 50,
      answers: [{ questionId: 1, value: 'Well' }],
    },
  ]);
  return n;
};

export const create = (businessId: number | string, body: unknown, more: Call = {}): Promise<Answer> =>
  call(createTicket, { path: { businessId: String(businessId) }, body, ...more });
export const comment = (businessId: number | string, body: unknown, more: Call = {}): Promise<Answer> =>
  call(commentTicket, { path: { businessId: String(businessId) }, body, ...more });
export const update = (businessId: number | string, body: unknown, more: Call = {}): Promise<Answer> =>
  call(updateTickets, { path: { businessId: String(businessId) }, body, ...more });
export const get = (businessId: number | string, ticketId: number | string): Promise<Answer> =>
  call(getTicket, { path: { businessId: String(businessId), ticketId: String(ticketId) } });
export const list = (
  businessId: number | string,
  body: unknown = {},
  query: Readonly<Record<string, string | number | boolean>> = {},
): Promise<Answer> =>
  call(getTickets, {
    path: { businessId: String(businessId) },
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    body,
  });

export const asked = (n: number, more: object = {}) => ({
  assignedTo: people(n).owner,
  ticketType: 'untagged',
  customer: { customerId: n + 50 },
  description: 'Where is it?',
  ...more,
});
export const ofReview = (n: number, more: object = {}) => ({
  assignedTo: people(n).owner,
  ticketType: 'review',
  externalId: 'r1',
  ...more,
});

/** A new ticket; its id. */
export const created = async (businessId: number, body: unknown, more: Call = {}): Promise<number> => {
  const answer = await create(businessId, body, more);
  expect([answer.status, answer.body]).toEqual([200, { ticketId: expect.any(Number) }]);
  return answer.body.ticketId;
};

export const invalid = (message: string) => refused(400, 400, message);

/** Items of tickets of an account. */
export const itemsOf = async (account: number) =>
  (await scan()).filter(({ accountNumber, type }) => accountNumber === account && String(type).startsWith('ticket'));
