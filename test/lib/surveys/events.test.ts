/** The event of a response that became complete, and the event of a contact that takes part. */
import { expect, it } from 'vitest';
import { contactEvents } from '../../../lib/contacts/events.ts';
import { contactItem } from '../../../lib/contacts/repository/contact.ts';
import { surveyEvents } from '../../../lib/surveys/events.ts';
import { responseItem } from '../../../lib/surveys/repository/response.ts';

const owner = { partnerId: 'ours', accountNumber: 100 };
const item = (completed: boolean, more: object = {}) =>
  responseItem(owner, {
    accountNumber: 100,
    businessNumber: 101,
    surveyId: 1,
    responseId: 2,
    created: 5,
    completed,
    source: 'api',
    locale: 'en',
    answers: [{ questionId: 1, type: 'text', value: 'secret' }],
    overallScore: null,
    nps: [],
    ratings: [],
    ...more,
  });

it('is sent once, when the response becomes complete', () => {
  const [complete, open] = [item(true, { customerId: 7, overallScore: 66.666 }), item(false)];
  const event = {
    type: 'SURVEY_COMPLETED',
    partnerId: 'ours',
    accountNumber: 100,
    businessIds: [101],
    data: { surveyId: 1, responseId: 2, businessId: 101, accountNumber: 100, customerId: 7, overallScore: 66.7 },
  };
  expect(surveyEvents({ oldImage: undefined, newImage: complete })).toEqual([event]);
  expect(surveyEvents({ oldImage: open, newImage: complete })).toEqual([event]);
  expect(surveyEvents({ oldImage: open, newImage: item(true) })).toMatchObject([
    { data: { customerId: null, overallScore: null } },
  ]);
  const silent = [
    { oldImage: complete, newImage: item(true) },
    { oldImage: undefined, newImage: open },
    { oldImage: complete, newImage: undefined },
    { oldImage: undefined, newImage: { ...complete, type: 'contact' } },
  ];
  for (const change of silent) expect(surveyEvents(change)).toEqual([]);
});

it('a contact whose last activity alone has changed was not updated', () => {
  const before = { id: 1, firstName: 'Ida', lastActivityAt: '2026-01-01T00:00:00.000Z' };
  const after = { ...before, lastActivityAt: '2026-01-02T00:00:00.000Z' };
  const change = (newer: typeof before & { lastName?: string }) => ({
    oldImage: contactItem(owner, before),
    newImage: contactItem(owner, newer),
  });
  expect(contactEvents(change(after))).toEqual([]);
  expect(contactEvents(change({ ...after, lastName: 'Lund' }))).toMatchObject([{ type: 'CONTACT_UPDATED' }]);
});
