/** A location, written by update business: blind fields, two of them at once, a rule that hangs on what is stored. */
import { handler } from '../../../functions/business/update-business.ts';
import { businessItem } from '../../../lib/business/repository/business.ts';
import type { Answer } from '../client.ts';
import type { State } from '../linearizable.ts';
import type { Draft, Subject } from './subject.ts';

export const ACCOUNT = 100;
export const NUMBER = 101;
const REQUIRED = { emailId: 'owner@shop.example', phone: '(650) 555-0100', services: 'repair' };
const CATEGORIES = ['Hotel', 'Bar', 'Dentist'];
const OTHERS = ['Spa', 'Cafe', 'Pub'];
const OPENING_SOON = 'Opening Soon';
/** Within a year of the time at which schedules begin. */
const OPENING_DATE = '03/01/2024';

const shows = ({ body }: Answer, state: State): boolean =>
  body.keywords === state.keywords &&
  body.alias === state.alias &&
  (body.categoryList as readonly string[])[0] === state.category;

const update = (text: string, body: object, apply: Draft['apply']): Draft => ({
  text,
  sent: { handler, path: { businessId: String(NUMBER) }, body: { ...REQUIRED, ...body } },
  apply,
  shows,
});
const setting = (fields: State): Draft =>
  update(
    Object.entries(fields)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
    fields,
    (state) => ({ ...state, ...fields }),
  );

/** 2519: while a business is Opening Soon, a category that is stored stays. */
const kept = (name: string, value: string) => (state: State) =>
  state.status === OPENING_SOON && state[name] !== value ? undefined : { ...state, [name]: value };
/** Checked on the record. */
const categorySet = (name: string): Draft =>
  update(`category=${name}`, { alphaListing: { primaryCategoryAlpha: name } }, kept('category', name));
/** Checked without it: the write asks what the status is. No answer shows it, but the last state does. */
const otherSet = (name: string): Draft =>
  update(`other=${name}`, { betaListing: { category: name } }, kept('other', name));
const statusSet = (status: string): Draft => {
  const date = status === OPENING_SOON ? { openingSoonDate: OPENING_DATE } : {};
  return update(`status=${status}`, { businessStatus: status, ...date }, (state) => ({ ...state, status }));
};

/** Few values, so that some write finds done already what another one did, and what it is refused for passes. */
const narrow: Subject['narrow'] = [
  [4, ({ pick }) => setting({ keywords: pick(['x', 'y']) })],
  [2, ({ pick }) => otherSet(pick(OTHERS))],
  [2, ({ pick }) => statusSet(pick(['Open', OPENING_SOON]))],
  [1, ({ fresh }) => setting({ alias: fresh('a') })],
];

const initial = { keywords: 'k', alias: 'a', category: 'Hotel', other: 'Spa', status: 'Open' };

export const business: Subject = {
  name: 'business',
  initial,
  records: { profile: Object.keys(initial) },
  hasVersions: true,
  drafts: [
    [4, ({ fresh }) => setting({ keywords: fresh('k') })],
    [4, ({ fresh }) => setting({ alias: fresh('a') })],
    [1, ({ fresh }) => setting({ keywords: fresh('k'), alias: fresh('a') })],
    // What others send too: it may be there already.
    [1, ({ pick }) => setting({ keywords: pick(['k', 'k-same']) })],
    [1, () => setting({})],
    [1, ({ pick }) => categorySet(pick(CATEGORIES))],
    [1, ({ pick }) => otherSet(pick(OTHERS))],
    [1.5, ({ pick }) => statusSet(pick(['Open', OPENING_SOON]))],
  ],
  narrow,
  items: (partnerId) => [
    businessItem(partnerId, {
      businessNumber: NUMBER,
      accountNumber: ACCOUNT,
      listingFixed: false,
      profile: {
        ...REQUIRED,
        keywords: initial.keywords,
        alias: initial.alias,
        'alphaListing.primaryCategoryAlpha': initial.category,
        // As updates store it.
        'betaListing.category': [initial.other],
        businessStatus: initial.status,
      },
    }),
  ],
  final(items) {
    const item = items.find(({ type }) => type === 'business') ?? {};
    return {
      keywords: String(item.keywords),
      alias: String(item.alias),
      category: String(item['alphaListing.primaryCategoryAlpha']),
      other: String(item['betaListing.category']),
      status: String(item.businessStatus),
    };
  },
};
