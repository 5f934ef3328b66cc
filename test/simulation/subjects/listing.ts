/**
 * A listing, written from both of its sides: what lies on each, both at once, its state, and a rule that hangs on the state.
 * Two items of the table, so that what is written to both must show on both.
 */
import { handler as updateBusiness } from '../../../functions/business/update-business.ts';
import { handler as createListing } from '../../../functions/listing/create-listing.ts';
import { handler as deactivateListing } from '../../../functions/listing/deactivate-listing.ts';
import { handler as publishListing } from '../../../functions/listing/publish-listing.ts';
import { handler as updateListing } from '../../../functions/listing/update-listing.ts';
import { businessItem } from '../../../lib/business/repository/business.ts';
import { normalize } from '../../../lib/contract/coercion.ts';
import { changesOf } from '../../../lib/contract/fields.ts';
import { leastListing } from '../../../lib/listing/contracts/listing.provocations.ts';
import { listing as listingSchema } from '../../../lib/listing/contracts/listing-body.ts';
import { listingItem } from '../../../lib/listing/repository/listing.ts';
import { changesBySide } from '../../../lib/listing/rules/record.ts';
import type { State } from '../linearizable.ts';
import { ACCOUNT } from './business.ts';
import type { Draft, Subject } from './subject.ts';

const NUMBER = 102;
const STATUSES = ['Open', 'Permanently Closed'];

const initial = { keywords: 'k', third: 't', listed: 'published', status: 'Open' };
type Field = keyof typeof initial;

/** A write of the listing changes one or both, one of the profile that alone. */
const records: Readonly<Record<string, readonly Field[]>> = {
  profile: ['keywords', 'status', 'listed'],
  others: ['third'],
};

type Blocks = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Where a listing has the fields of a state. */
const blocksOf = ({ keywords, third, status }: Partial<Record<Field, string>>): Blocks => ({
  ...leastListing,
  additionalInfo: { ...leastListing.additionalInfo, keywords, businessStatus: status },
  ...(third !== undefined && { thirdPartyListing: { thirdPartyCategory: third } }),
});

const initialSides = changesBySide(
  changesOf(listingSchema, normalize(listingSchema, JSON.parse(JSON.stringify(blocksOf(initial))))),
);

const textOf = (fields: object) =>
  Object.entries(fields)
    .map(([name, value]) => ` ${name}=${value}`)
    .join('');

/** 2511: the status of a published listing is fixed, whichever side sends it. */
const setting =
  (fields: Partial<Record<Field, string>>): Draft['apply'] =>
  (state) =>
    state.listed === 'published' && fields.status !== undefined && fields.status !== state.status
      ? undefined
      : { ...state, ...fields };

const showsListing: Draft['shows'] = ({ body }, state) => {
  const { additionalInfo, thirdPartyListing, listingState } = body as unknown as Blocks & { listingState: string };
  return (
    additionalInfo?.keywords === state.keywords &&
    additionalInfo?.businessStatus === state.status &&
    thirdPartyListing?.thirdPartyCategory === state.third &&
    listingState === state.listed
  );
};

const path = { businessNumber: String(NUMBER) };

const updating = (fields: Partial<Record<Field, string>>): Draft => ({
  operation: 'update listing',
  text: `update listing${textOf(fields)}`,
  sent: { handler: updateListing, path, body: blocksOf(fields) },
  apply: setting(fields),
  shows: showsListing,
});

const creating = (fields: Partial<Record<Field, string>>): Draft => ({
  operation: 'create listing',
  text: `create listing${textOf(fields)}`,
  sent: { handler: createListing, path, body: blocksOf(fields) },
  apply: (state) => ({ ...state, ...fields, listed: 'published' }),
  shows: showsListing,
});

/** The same record from the other side, whose versions are its own. */
const updatingProfile = ({ keywords, status }: Partial<Record<Field, string>>): Draft => {
  const { emailId = 'owner@shop.example', phone, services } = initialSides.profile;
  return {
    operation: 'update business',
    text: `update business${textOf({ ...(keywords && { keywords }), ...(status && { status }) })}`,
    sent: {
      handler: updateBusiness,
      path: { businessId: String(NUMBER) },
      body: { emailId, phone, services, keywords, businessStatus: status },
    },
    apply: setting({ ...(keywords && { keywords }), ...(status && { status }) }),
    records: ['profile'],
    // No answer shows the status, but the listing's do.
    shows: ({ body }, state) => body.keywords === state.keywords,
    hasVersions: false,
  };
};

const deactivating: Draft = {
  operation: 'deactivate listing',
  text: 'deactivate listing',
  sent: { handler: deactivateListing, path, body: {} },
  apply: (state) => ({ ...state, listed: 'deactivated' }),
  shows: () => true,
};

const publishing: Draft = {
  operation: 'publish listing',
  text: 'publish listing',
  sent: { handler: publishListing, path: {}, query: { b_id: String(NUMBER) }, body: {} },
  apply: (state) => ({ ...state, listed: 'published' }),
  shows: () => true,
};

export const listing: Subject = {
  name: 'listing',
  initial,
  records,
  hasVersions: true,
  drafts: [
    [3, ({ fresh }) => updating({ keywords: fresh('k') })],
    [3, ({ fresh }) => updating({ third: fresh('t') })],
    [2, ({ fresh }) => updating({ keywords: fresh('k'), third: fresh('t') })],
    // What others send too: it may be there already.
    [2, ({ pick }) => updating({ keywords: pick(['k', 'k-same']), third: pick(['t', 't-same']) })],
    [1, () => updating({})],
    [1, ({ fresh }) => creating({ third: fresh('t') })],
    [2, ({ fresh }) => updatingProfile({ keywords: fresh('k') })],
    [1, ({ pick }) => updatingProfile({ keywords: pick(['k', 'k-same']) })],
    [1, ({ pick }) => updatingProfile({ status: pick(STATUSES) })],
    [1, ({ pick }) => updating({ status: pick(STATUSES) })],
    [1.5, () => deactivating],
    [1.5, () => publishing],
  ],
  items: (partnerId) => [
    businessItem(partnerId, {
      businessNumber: NUMBER,
      accountNumber: ACCOUNT,
      listingFixed: true,
      profile: { emailId: 'owner@shop.example', ...initialSides.profile },
    }),
    listingItem(partnerId, {
      businessNumber: NUMBER,
      accountNumber: ACCOUNT,
      own: initialSides.own,
      state: 'published',
    }),
  ],
  final(items) {
    const profile = items.find(({ type, businessNumber }) => type === 'business' && businessNumber === NUMBER) ?? {};
    const stored = items.find(({ type }) => type === 'listing') ?? {};
    const own = JSON.parse(String(stored.own)) as State;
    return {
      keywords: String(profile.keywords),
      third: String(own['thirdPartyListing.thirdPartyCategory']),
      listed: profile.listingFixed === true ? 'published' : 'deactivated',
      status: String(profile.businessStatus),
    };
  },
};
