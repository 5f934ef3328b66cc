/** Points in time on lines of every kind that has any: which forms are read, and which are refused. */
import { describe, expect, it } from 'vitest';
import { readRecord } from '../../../tools/data/records.ts';

const pages = [{ questions: [{ title: 'Q', type: 'text' }] }];
const review = { businessNumber: 1, reviewId: 'r', sourceAlias: 'alpha', rating: 4, reviewDate: '2025-01-01' };
const subscription = {
  id: 'sub_1_00_0000000000000000',
  accountNumber: 1,
  businessId: 1,
  webhooks: [{ id: 'wh_00000000000000aa', url: 'https://x.example', events: ['USER_INVITED'] }],
  secret: `whsec_${'a'.repeat(32)}`,
  createdAt: '2025-01-01',
};

/** A line with a time in each of its fields, by the path that a refusal names. */
const fields: readonly (readonly [string, string, (time: unknown) => object])[] = [
  ['review', 'reviewDate', (reviewDate) => ({ ...review, reviewDate })],
  ['review', 'responseDate', (responseDate) => ({ ...review, responseDate })],
  ['account', 'createdAt', (createdAt) => ({ accountNumber: 1, partnerId: 'p', name: 'A', createdAt })],
  ['business', 'createdAt', (createdAt) => ({ businessNumber: 1, accountNumber: 2, business: {}, createdAt })],
  ['apiKey', 'expiresAt', (expiresAt) => ({ partnerId: 'p', key: 'k'.repeat(20), plan: 'trial', expiresAt })],
  ...['createdAt', 'lastActivityAt', 'emailOptedOutAt', 'smsOptedOutAt', 'blockedAt'].map(
    (name) =>
      ['contact', `contact.${name}`, (at: unknown) => ({ accountNumber: 1, contact: { id: 1, [name]: at } })] as const,
  ),
  [
    'contact',
    'contact.lastCheckIn.at',
    (at) => ({ accountNumber: 1, contact: { id: 1, lastCheckIn: { at, businessNumber: 1 } } }),
  ],
  [
    'user',
    'user.createdAt',
    (createdAt) => ({ accountNumber: 1, user: { emailId: 'a@b', userRole: 'owner', createdAt } }),
  ],
  [
    'qna',
    'qna.updatedDate',
    (updatedDate) => ({
      accountNumber: 1,
      qna: { id: 1, question: 'Is it open now?', answers: [{ text: 'An answer.' }], updatedDate },
    }),
  ],
  [
    'customField',
    'field.created',
    (created) => ({ accountNumber: 1, field: { id: 1, fieldName: 'F', type: 'TEXT', created } }),
  ],
  ['subscription', 'createdAt', (createdAt) => ({ ...subscription, createdAt })],
  [
    'subscription',
    'webhooks[0].disabledSince',
    (disabledSince) => ({ ...subscription, webhooks: [{ ...subscription.webhooks[0], disabledSince }] }),
  ],
];
/** Those that may be epoch milliseconds too. */
const epochs: typeof fields = [
  ['survey', 'created', (created) => ({ accountNumber: 1, surveyId: 1, surveyName: 'S', pages, created })],
  [
    'survey',
    'lastModified',
    (lastModified) => ({ accountNumber: 1, surveyId: 1, surveyName: 'S', pages, lastModified }),
  ],
  ['surveyResponse', 'created', (created) => ({ surveyId: 1, businessNumber: 1, responseId: 1, created })],
];

const RIGHT = [
  '2025-05-05',
  '2025-05-05T10:00',
  '2025-05-05T10:00:01Z',
  '2025-05-05T10:00:01.123456+05:30',
  new Date(0).toISOString(),
];
const WRONG = [
  '05/05/2025',
  '2025-05-05 10:00',
  '2025-02-31',
  '2025-05-05T25:00',
  '5 May 2025',
  '2025',
  '2025-05-05T1:0',
];
const MILLISECONDS = [1746400000000, '1746400000000'];

const readingOf = (type: string, line: object) => readRecord(JSON.stringify({ type, ...line }));

describe('A time on a line', () => {
  it.each([...fields, ...epochs])('of %s: %s is ISO 8601', (type, path, lineWith) => {
    const isEpoch = epochs.some(([, , each]) => each === lineWith);
    const reason = `${path} must be an ISO 8601 date or time${isEpoch ? ', or epoch milliseconds' : ''}`;
    for (const time of [...RIGHT, ...(isEpoch ? MILLISECONDS : [])])
      expect(readingOf(type, lineWith(time)), String(time)).toHaveProperty('line');
    for (const time of [...WRONG, ...(isEpoch ? [] : MILLISECONDS)])
      expect(readingOf(type, lineWith(time)), String(time)).toEqual({ refused: reason });
  });

  it.each([...fields, ...epochs])('of %s: %s has a year of four digits in UTC', (type, path, lineWith) => {
    for (const time of ['9999-12-31T23:59:59-12:00', '0000-01-01T00:00+12:00'])
      expect(readingOf(type, lineWith(time)), time).toEqual({
        refused: `${path} must be in the years 0000 to 9999 in UTC`,
      });
  });

  it('of a review is from 1970 on', () => {
    expect(readingOf('review', { ...review, reviewDate: '1969-12-31T23:59:59Z' })).toEqual({
      refused: 'reviewDate must not be before 1970',
    });
  });
});
