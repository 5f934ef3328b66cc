/** The first and the last days that a date can name, in every operation that takes days: they are days as all others. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as update } from '../../../functions/business/update-business.ts';
import { handler as contactActivity } from '../../../functions/contacts/contact-activity.ts';
import { handler as contactDetails } from '../../../functions/contacts/contact-details.ts';
import { handler as listContacts } from '../../../functions/contacts/list-contacts.ts';
import { handler as saveContact } from '../../../functions/contacts/save-contact.ts';
import { handler as exportConversations } from '../../../functions/conversations/export-conversations.ts';
import { handler as experience } from '../../../functions/insight/experience-over-time.ts';
import { handler as getReviews } from '../../../functions/reviews/get-reviews.ts';
import { handler as listPosts } from '../../../functions/social/list-posts.ts';
import { handler as performance } from '../../../functions/social/social-performance.ts';
import { handler as listResponses } from '../../../functions/surveys/list-responses.ts';
import { handler as usage } from '../../../functions/surveys/usage-by-location.ts';
import { type Call, call } from '../../support/call.ts';
import { bring, openWorld } from '../../support/opened-world.ts';
import { REQUIRED } from '../../support/world.ts';
import { created } from '../surveys/support.ts';

let survey = '';
beforeAll(async () => {
  await openWorld();
  survey = String(await created(100));
  await bring([{ type: 'contact', accountNumber: 100, contact: { id: 7, firstName: 'Ida' } }]);
});

const header = { 'x-business-number': '100' };
const PROBLEM = { Accept: 'application/problem+json' };

type Days = readonly [first: string | undefined, last: string | undefined];
type Ask = (days: Days, headers?: Record<string, string>) => ReturnType<typeof call>;
const texts = (query: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined));

const asking =
  (handler: Parameters<typeof call>[0], request: (days: Days) => Call): Ask =>
  (days, headers) => {
    const asked = request(days);
    return call(handler, { ...asked, headers: { ...asked.headers, ...headers } });
  };
const overTime = (groupByType: string) =>
  asking(experience, ([startDate, endDate]) => ({
    headers: header,
    body: { businessNumbers: [101], startDate, endDate, groupByType },
  }));
const at = (day: string | undefined, time: string) => day && `${day} ${time}`;

/** What takes both days; the codes of a day that does not exist. */
const both: readonly (readonly [string, Ask, readonly number[]])[] = [
  ...['day', 'week', 'month'].map((each) => [`experience by ${each}`, overTime(each), [1524]] as const),
  [
    'contact details',
    asking(contactDetails, ([startDateUtc, endDateUtc]) => ({
      body: { businessId: 100, page: 0, size: 10, startDateUtc, endDateUtc },
    })),
    [1524],
  ],
  [
    'list posts',
    asking(listPosts, ([startDate, endDate]) => ({ path: { businessId: '100' }, body: { startDate, endDate } })),
    [1524],
  ],
  [
    'social performance',
    asking(performance, ([startDate, endDate]) => ({
      headers: header,
      body: { startDate, endDate, comparisonFilter: { startDate, endDate } },
    })),
    [1524],
  ],
  [
    'export conversations',
    asking(exportConversations, ([startDate, endDate]) => ({ body: { businessNumber: 100, startDate, endDate } })),
    [1524],
  ],
];

/** What takes either too. */
const either: readonly (readonly [string, Ask, readonly number[]])[] = [
  [
    'usage by location',
    asking(usage, ([startDate, endDate]) => ({
      path: { surveyId: survey },
      headers: header,
      body: { startDate, endDate },
    })),
    [1524],
  ],
  [
    'list responses',
    asking(listResponses, ([first, last]) => ({
      path: { surveyId: survey },
      query: { businessNumber: '100' },
      body: { startDate: at(first, '00:00:00'), endDate: at(last, '23:59:59') },
    })),
    [1524],
  ],
  [
    'get reviews',
    asking(getReviews, ([fromDate, toDate]) => ({
      path: { businessId: '100' },
      query: { sindex: '0', count: '10' },
      body: { fromDate, toDate },
    })),
    [1186, 1187],
  ],
  [
    'list contacts',
    asking(listContacts, ([startDate, endDate]) => ({
      query: { businessId: '100', page: '0', size: '10' },
      body: { startDate, endDate },
    })),
    [1524],
  ],
  [
    'contact activity',
    asking(contactActivity, ([startDate, endDate]) => ({
      path: { customerId: '7' },
      query: { businessId: '100', ...texts({ startDate, endDate }) },
    })),
    [1524],
  ],
];

const NEAR: readonly Days[] = [
  ['12/31/9999', '12/31/9999'],
  ['12/01/9999', '12/31/9999'],
  ['12/15/9999', '12/20/9999'],
  ['11/15/9999', '12/15/9999'],
  ['01/01/0001', '01/01/0001'],
  ['01/01/0001', '01/20/0001'],
  ['01/15/0001', '03/15/0001'],
  ['12/01/1969', '12/31/1969'],
  ['12/31/1969', '01/01/1970'],
  ['01/01/1970', '01/01/1970'],
];
const FAR: readonly Days[] = [['01/01/0001', '12/31/9999']];
const OPEN: readonly Days[] = ['12/31/9999', '12/15/9999', '01/01/0001', '01/15/0001', '01/01/1970'].flatMap((day) => [
  [day, undefined] as const,
  [undefined, day] as const,
]);

const notFine = async (ask: Ask, all: readonly Days[]) => {
  const answers = await Promise.all(all.map(async (days) => ({ days, ...(await ask(days)) })));
  return answers.filter(({ status }) => status !== 200).map(({ days, status, body }) => ({ days, status, body }));
};

describe('the first and the last days', () => {
  it.each([...both, ...either])('of %s are answered', async (_, ask) => expect(await notFine(ask, NEAR)).toEqual([]));

  it.each(either)('of %s are answered where an end is open, or both lie far apart', async (_, ask) =>
    expect(await notFine(ask, [...FAR, ...OPEN])).toEqual([]),
  );

  it.each([...both, ...either])('of %s are in no year 0000', async (_, ask, codes) => {
    for (const days of [
      ['01/01/0000', '01/01/2025'],
      ['01/01/0001', '02/29/0000'],
    ] as const) {
      const { status, body } = await ask(days);
      expect([status, codes.includes(body.code)]).toEqual([400, true]);
    }
  });

  it.each([...both, ...either])('of %s are no fault in another form', async (_, ask) => {
    const other = '9999-12-31T23:00:00-14:00';
    for (const days of [
      [other, other],
      ['01/01/2025', other],
    ] as const)
      expect((await ask(days, PROBLEM)).status).toBe(400);
  });

  it('of a profile and of a contact are taken, and none of the year 0000', async () => {
    const put = (body: object) => call(update, { path: { businessId: '101' }, body: { ...REQUIRED, ...body } });
    const opened = (openedOnDate: string) => put({ businessStatus: 'Open', openedOnDate });
    expect((await opened('01/01/0001')).status).toBe(200);
    expect((await opened('01/01/0000')).body.code).toBe(2515);
    const special = (specialDate: string) => put({ specialHours: [{ specialDate, isOpen: 0 }] });
    expect((await special('12/31/9999')).status).toBe(200);
    expect((await special('02/29/0000')).status).toBe(400);
    const saved = (fieldValue: string) =>
      call(saveContact, {
        query: { businessId: '100' },
        body: { id: 7, customFields: [{ fieldName: 'Since', type: 'date', fieldValue }] },
      });
    for (const day of ['01/01/0001', '12/31/9999']) expect((await saved(day)).status).toBe(200);
    expect((await saved('01/01/0000')).body.message).toMatch(/must be a date/);
  });
});
