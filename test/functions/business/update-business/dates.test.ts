import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bare, refusal } from '../../../support/expected.ts';
import { newBusiness, openWorld, put, stored } from './support.ts';

beforeAll(openWorld);
// The engine and the client keep their own time: only what the code calls today is moved.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const closed = (reopenDate: string) => ({ businessStatus: 'Temporarily Closed', reopenDate });
const opens = (openingSoonDate: string) => ({ businessStatus: 'Opening Soon', openingSoonDate });
const opened = (openedOnDate: string) => ({ businessStatus: 'Open', openedOnDate });

/** Now, the time zone sent, the one stored, the fields sent, and the code of the answer (0: accepted). */
const CASES: readonly [string, string | undefined, string | undefined, object, number][] = [
  // UTC, where there is no time zone or none that is known.
  ['2026-03-10T00:00:00Z', undefined, undefined, closed('03/10/2026'), 0],
  ['2026-03-10T23:59:59Z', undefined, undefined, closed('03/10/2026'), 0],
  ['2026-03-10T00:00:00Z', undefined, undefined, closed('03/09/2026'), 2162],
  ['2026-03-10T12:00:00Z', 'Mars/Olympus', undefined, closed('03/09/2026'), 2162],
  ['2026-03-10T12:00:00Z', '', 'Pacific/Honolulu', closed('03/09/2026'), 2162],
  // Honolulu is 10 hours behind: there it is the 9th still.
  ['2026-03-10T09:59:00Z', 'Pacific/Honolulu', undefined, closed('03/09/2026'), 0],
  ['2026-03-10T10:00:00Z', 'Pacific/Honolulu', undefined, closed('03/09/2026'), 2162],
  ['2026-03-10T09:59:00Z', undefined, 'Pacific/Honolulu', closed('03/09/2026'), 0],
  ['2026-03-10T10:00:00Z', undefined, 'Hawaiian Standard Time', closed('03/09/2026'), 2162],
  ['2026-03-10T09:59:00Z', 'UTC', 'Pacific/Honolulu', closed('03/09/2026'), 2162],
  // Los Angeles, by its display names.
  ['2026-01-10T07:59:00Z', 'Pacific Standard Time', undefined, opened('01/10/2026'), 2513],
  ['2026-01-10T08:00:00Z', 'Pacific Standard Time', undefined, opened('01/10/2026'), 0],
  ['2026-01-10T08:00:00Z', 'pacific time', undefined, opened('01/10/2026'), 0],
  ['2026-07-10T07:00:00Z', undefined, 'Pacific Standard Time', opened('07/10/2026'), 0],
  // Kiritimati is 14 hours ahead: there it is the 11th already.
  ['2026-03-10T10:00:00Z', 'Pacific/Kiritimati', undefined, opened('03/11/2026'), 0],
  ['2026-03-10T09:59:00Z', 'Pacific/Kiritimati', undefined, opened('03/11/2026'), 2513],
  ['2026-03-10T10:00:00Z', undefined, 'Pacific/Kiritimati', closed('03/10/2026'), 2162],
  // GMT is a zone of its own.
  ['2026-07-10T23:30:00Z', 'GMT', undefined, closed('07/10/2026'), 0],
  // Of these countries' names alone: another's is no zone, nor is a name without a slash that means another place.
  ['2026-07-10T23:30:00Z', 'GMT Standard Time', undefined, closed('07/10/2026'), 0],
  ['2026-07-10T23:30:00Z', 'India Standard Time', undefined, closed('07/10/2026'), 0],
  ['2026-07-10T14:00:00Z', 'NST', undefined, closed('07/10/2026'), 0],
  ['2026-07-10T14:00:00Z', 'NZST', undefined, closed('07/10/2026'), 2162],
  ['2026-07-10T14:30:00Z', undefined, 'AEST', closed('07/10/2026'), 2162],
  ['2026-07-11T03:59:00Z', 'EST', undefined, closed('07/10/2026'), 0],
  // Opening soon: from today to a year from today.
  ['2026-03-10T12:00:00Z', undefined, undefined, opens('03/10/2026'), 0],
  ['2026-03-10T12:00:00Z', undefined, undefined, opens('03/09/2026'), 2517],
  ['2026-03-10T12:00:00Z', undefined, undefined, opens('03/10/2027'), 0],
  ['2026-03-10T12:00:00Z', undefined, undefined, opens('03/11/2027'), 2516],
  ['2026-03-10T10:00:00Z', undefined, 'Pacific/Kiritimati', opens('03/11/2027'), 0],
  ['2026-03-10T09:00:00Z', 'Pacific/Honolulu', undefined, opens('03/10/2027'), 2516],
  ['2027-02-28T12:00:00Z', undefined, undefined, opens('02/28/2028'), 0],
  ['2027-02-28T12:00:00Z', undefined, undefined, opens('02/29/2028'), 2516],
  ['2028-02-29T12:00:00Z', undefined, undefined, opens('02/28/2029'), 0],
  ['2028-02-29T12:00:00Z', undefined, undefined, opens('03/01/2029'), 2516],
  // Opened on: up to today.
  ['2026-03-10T12:00:00Z', undefined, undefined, opened('03/10/2026'), 0],
  ['2026-03-10T12:00:00Z', undefined, undefined, opened('03/11/2026'), 2513],
  ['2026-03-10T12:00:00Z', undefined, undefined, opened('12/31/1899'), 0],
];

describe('dates around today', () => {
  for (const [now, sent, before, fields, code] of CASES) {
    it(`answers ${JSON.stringify(fields)} at ${now} in ${sent ?? before} with ${code || 200}`, async () => {
      vi.setSystemTime(now);
      const id = await newBusiness(before === undefined ? {} : { timezone: before });
      const answer = await put(id, sent === undefined ? fields : { ...fields, timezone: sent });
      if (code) expect(bare(answer)).toEqual(refusal(code));
      else expect(answer).toMatchObject({ status: 200 });
    });
  }
});

const SOON = '03/20/2026';
const PAST = '03/01/2026';
/** The fields sent on 10 March 2026, and the code of the answer (0: accepted). */
const STATUSES: readonly [object, number, string?][] = [
  [{ businessStatus: 'Temporarily Closed' }, 400, 'reopenDate is required when the business is Temporarily Closed'],
  [
    { businessStatus: 'Temporarily Closed', reopenDate: '' },
    400,
    'reopenDate is required when the business is Temporarily Closed',
  ],
  [{ businessStatus: 'Permanently Closed' }, 0],
  [{ businessStatus: 'Permanently Closed', reopenDate: '' }, 0],
  [{ businessStatus: 'Permanently Closed', reopenDate: SOON }, 2515],
  [{ businessStatus: 'Permanently Closed', openedOnDate: PAST }, 2520],
  [{ businessStatus: 'Permanently Closed', openingSoonDate: SOON }, 2520],
  [{ businessStatus: 'Open' }, 0],
  [{ businessStatus: 'Open', reopenDate: SOON, openedOnDate: PAST }, 0],
  [{ businessStatus: 'Open', reopenDate: PAST }, 2162],
  [{ businessStatus: 'Open', openingSoonDate: SOON }, 2520],
  [{ businessStatus: 'Temporarily Closed', reopenDate: SOON, openedOnDate: PAST }, 2520],
  [{ businessStatus: 'Temporarily Closed', reopenDate: SOON, openingSoonDate: SOON }, 2520],
  [{ businessStatus: 'Opening Soon' }, 2514],
  [{ businessStatus: 'Opening Soon', openingSoonDate: null }, 2514],
  [{ businessStatus: 'Opening Soon', reopenDate: SOON }, 0],
  [{ businessStatus: 'Opening Soon', reopenDate: PAST }, 2517],
  [{ businessStatus: 'Opening Soon', reopenDate: '03/11/2027' }, 2516],
  [{ businessStatus: 'Opening Soon', openingSoonDate: '', reopenDate: SOON }, 0],
  [{ businessStatus: 'Opening Soon', openingSoonDate: SOON, reopenDate: PAST }, 2162],
  [{ businessStatus: 'Opening Soon', openingSoonDate: SOON, reopenDate: SOON }, 0],
  [{ businessStatus: 'Opening Soon', openingSoonDate: SOON, openedOnDate: PAST }, 2520],
  [{ reopenDate: SOON }, 2518],
  [{ openedOnDate: PAST, businessStatus: '' }, 2518],
  [{ openingSoonDate: SOON, businessStatus: null }, 2518],
  [{ reopenDate: 'no date' }, 2518],
  [{ reopenDate: '', openedOnDate: null, openingSoonDate: 'null' }, 0],
];
const NO_DATES = [
  '02/29/2027',
  '02/30/2026',
  '13/01/2026',
  '00/10/2026',
  '04/31/2026',
  '3/20/2026',
  '2026-03-20',
  '03-20-2026',
  '03/20/26',
  '03/20/2026 10:00',
  20260320,
  'tomorrow',
  '٠٣/20/2026',
];

describe('the status and its dates', () => {
  beforeEach(() => void vi.setSystemTime('2026-03-10T12:00:00Z'));

  for (const [fields, code, message] of STATUSES) {
    it(`answers ${JSON.stringify(fields)} with ${code || 200}`, async () => {
      const answer = await put(await newBusiness(), fields);
      if (code) expect(bare(answer)).toEqual(refusal(code, message));
      else expect(answer).toMatchObject({ status: 200 });
    });
  }

  for (const date of NO_DATES) {
    it(`refuses ${date} as a date of each kind with 2515`, async () => {
      for (const fields of [closed, opens, opened]) {
        expect(bare(await put('101', fields(date as string)))).toEqual(refusal(2515));
      }
    });
  }

  it('takes 29 February of a leap year', async () => {
    const id = await newBusiness();
    expect((await put(id, closed(' 02/29/2028 '))).status).toBe(200);
    expect(await stored(id)).toMatchObject({ reopenDate: '02/29/2028' });
  });
});
