/** The status and its dates over several updates: which date counts, what is moved, what is removed, what is checked again. */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bare, refusal } from '../../../support/expected.ts';
import { found, newBusiness, openWorld, put, stored } from './support.ts';

beforeAll(openWorld);
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-10T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const PAST = '03/01/2026';
const A = '04/01/2026';
const B = '05/01/2026';
const FIELDS = ['businessStatus', 'reopenDate', 'openedOnDate', 'openingSoonDate'];
/** Status and dates that are stored. */
const kept = async (id: string) =>
  Object.fromEntries(Object.entries(await stored(id)).filter(([path]) => FIELDS.includes(path)));

/** What is stored, what is sent, and what is stored then, or the code of the refusal. */
const CASES: readonly [string, object, object, object | number][] = [
  [
    'a reopen date stands in for an opening-soon date, and is moved there',
    {},
    { businessStatus: 'Opening Soon', reopenDate: A },
    { businessStatus: 'Opening Soon', openingSoonDate: A },
  ],
  [
    'a reopen date next to an opening-soon date that is sent is one of its own',
    {},
    { businessStatus: 'Opening Soon', reopenDate: A, openingSoonDate: B },
    { businessStatus: 'Opening Soon', reopenDate: A, openingSoonDate: B },
  ],
  [
    'a reopen date next to an opening-soon date that is stored is one of its own',
    { businessStatus: 'Opening Soon', openingSoonDate: B },
    { businessStatus: 'Opening Soon', reopenDate: A },
    { businessStatus: 'Opening Soon', reopenDate: A, openingSoonDate: B },
  ],
  [
    'a reopen date that stands in is checked as what it is stored as',
    {},
    { businessStatus: 'Opening Soon', reopenDate: PAST },
    2517,
  ],
  [
    'a stored reopen date stands in as well',
    { businessStatus: 'Temporarily Closed', reopenDate: A },
    { businessStatus: 'Opening Soon' },
    { businessStatus: 'Opening Soon', openingSoonDate: A },
  ],
  [
    'a status sent again without its date keeps the stored one, be it past',
    { businessStatus: 'Opening Soon', openingSoonDate: PAST },
    { businessStatus: 'Opening Soon' },
    { businessStatus: 'Opening Soon', openingSoonDate: PAST },
  ],
  [
    'a status sent again without its date keeps the stored one, be it past',
    { businessStatus: 'Temporarily Closed', reopenDate: PAST },
    { businessStatus: 'Temporarily Closed' },
    { businessStatus: 'Temporarily Closed', reopenDate: PAST },
  ],
  [
    'a past reopen date sent as it is stored is not checked again',
    { businessStatus: 'Temporarily Closed', reopenDate: PAST },
    { businessStatus: 'Temporarily Closed', reopenDate: PAST },
    { businessStatus: 'Temporarily Closed', reopenDate: PAST },
  ],
  [
    'another past reopen date is',
    { businessStatus: 'Temporarily Closed', reopenDate: PAST },
    { businessStatus: 'Temporarily Closed', reopenDate: '02/01/2026' },
    2162,
  ],
  [
    'a future opened-on date sent as it is stored is not checked again',
    { businessStatus: 'Open', openedOnDate: A },
    { businessStatus: 'Open', openedOnDate: A },
    { businessStatus: 'Open', openedOnDate: A },
  ],
  [
    'another future opened-on date is',
    { businessStatus: 'Open', openedOnDate: A },
    { businessStatus: 'Open', openedOnDate: B },
    2513,
  ],
  [
    'a past opening-soon date sent as it is stored is not checked again',
    { businessStatus: 'Opening Soon', openingSoonDate: PAST },
    { businessStatus: 'Opening Soon', openingSoonDate: PAST },
    { businessStatus: 'Opening Soon', openingSoonDate: PAST },
  ],
  [
    'an opening-soon date more than a year ahead sent as it is stored is not checked again',
    { businessStatus: 'Opening Soon', openingSoonDate: '01/01/2028' },
    { businessStatus: 'Opening Soon', openingSoonDate: '01/01/2028' },
    { businessStatus: 'Opening Soon', openingSoonDate: '01/01/2028' },
  ],
  [
    'another past opening-soon date is',
    { businessStatus: 'Opening Soon', openingSoonDate: PAST },
    { businessStatus: 'Opening Soon', openingSoonDate: '02/01/2026' },
    2517,
  ],
  [
    'Open removes an opening-soon date',
    { businessStatus: 'Opening Soon', openingSoonDate: A },
    { businessStatus: 'Open' },
    { businessStatus: 'Open' },
  ],
  [
    'Temporarily Closed removes opened-on and opening-soon dates',
    { businessStatus: 'Open', openedOnDate: PAST },
    { businessStatus: 'Temporarily Closed', reopenDate: A },
    { businessStatus: 'Temporarily Closed', reopenDate: A },
  ],
  [
    'Permanently Closed removes every date',
    { businessStatus: 'Open', openedOnDate: PAST, reopenDate: A },
    { businessStatus: 'Permanently Closed' },
    { businessStatus: 'Permanently Closed' },
  ],
  [
    'Opening Soon removes an opened-on date',
    { businessStatus: 'Open', openedOnDate: PAST },
    { businessStatus: 'Opening Soon', openingSoonDate: A },
    { businessStatus: 'Opening Soon', openingSoonDate: A },
  ],
  [
    'a status that is cleared removes every date',
    { businessStatus: 'Temporarily Closed', reopenDate: A },
    { businessStatus: '' },
    {},
  ],
  [
    'Temporarily Closed keeps its reopen date',
    { businessStatus: 'Temporarily Closed', reopenDate: A },
    { reopenDate: '' },
    400,
  ],
  [
    'Opening Soon keeps its date',
    { businessStatus: 'Opening Soon', openingSoonDate: A },
    { openingSoonDate: null },
    2514,
  ],
  ['Opening Soon needs a date', { businessStatus: 'Open' }, { businessStatus: 'Opening Soon' }, 2514],
  ['Temporarily Closed needs a date', { businessStatus: 'Open' }, { businessStatus: 'Temporarily Closed' }, 400],
];

describe('over several updates', () => {
  for (const [what, before, sent, after] of CASES) {
    it(`${what}: ${JSON.stringify(sent)} on ${JSON.stringify(before)}`, async () => {
      const id = await newBusiness(before);
      const record = await found(id);
      const answer = await put(id, sent);
      if (typeof after === 'number') {
        expect(answer.body.code).toBe(after);
        expect(await found(id)).toEqual(record);
        return;
      }
      expect(answer.status).toBe(200);
      expect(await kept(id)).toEqual(after);
      // Sent again it changes nothing more.
      const once = await found(id);
      expect((await put(id, sent)).headers.ETag).toBe(answer.headers.ETag);
      expect(await found(id)).toEqual(once);
    });
  }

  it('a fixed listing compares with the date that is stored, where it was moved to', async () => {
    const id = await newBusiness({ businessStatus: 'Opening Soon', openingSoonDate: A }, { listingFixed: true });
    expect((await put(id, { businessStatus: 'Opening Soon', reopenDate: A })).status).toBe(200);
    const other = { businessStatus: 'Opening Soon', reopenDate: B, openingSoonDate: '' };
    expect(bare(await put(id, other))).toEqual(refusal(2512));
  });
});

describe('food links', () => {
  it('go with a primary category that serves no food', async () => {
    const food = {
      primaryCategoryAlpha: 'Restaurant',
      foodDelivery: 'https://d.example',
      foodTakeout: 'https://t.example',
    };
    const id = await newBusiness({ alphaListing: food });
    expect((await put(id, { alphaListing: { primaryCategoryAlpha: 'Bar' } })).status).toBe(200);
    expect(await stored(id)).toMatchObject({ 'alphaListing.foodDelivery': 'https://d.example' });
    expect(bare(await put(id, { alphaListing: { ...food, primaryCategoryAlpha: 'Hotel' } }))).toEqual(refusal(2290));
    expect((await put(id, { alphaListing: { primaryCategoryAlpha: 'Hotel' } })).status).toBe(200);
    expect(Object.keys(await stored(id)).filter((path) => path.includes('food'))).toEqual([]);
  });
});
