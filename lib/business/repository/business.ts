/** Businesses: the profile lies flat in its item (`location.city` is one attribute), so that fields merge one by one. */
import type { Item } from '../../dynamodb/attributes.ts';
import { type Entity, itemOf, type Opened } from '../../dynamodb/entity.ts';
import type { Guard } from '../../dynamodb/expressions.ts';
import { type Key, keyAttributes, ofPartner, sortable } from '../../dynamodb/keys.ts';
import { firstMark, markAttributes } from '../../dynamodb/marks.ts';
import { recordBytes } from '../../dynamodb/record-size.ts';
import type { Outcome } from '../../dynamodb/revise.ts';
import { saveVersion } from '../../dynamodb/versioned.ts';

/** A location. `profile` holds the fields of an update by path. */
export interface Business {
  readonly businessNumber: number;
  readonly accountNumber: number;
  /** Counts the updates; what was judged on the record holds only as long as this stands. */
  readonly version: number;
  readonly listingFixed: boolean;
  readonly mapsCategoryId?: string;
  readonly bid?: number;
  readonly profile: Readonly<Record<string, unknown>>;
  /** The item that it was read from; absent where it was not. */
  readonly item?: Item;
}

/** Attributes that are not part of the profile. No profile field has such a name; a test holds it so. */
export const ownAttributes: readonly string[] = [
  ...keyAttributes,
  ...markAttributes,
  'type',
  'v',
  'businessNumber',
  'accountNumber',
  'partnerId',
  'version',
  'bytes',
  'listingFixed',
  'mapsCategoryId',
  'bid',
  'loadedVersion',
];
const OWN = new Set(ownAttributes);

export const businessEntity: Entity = {
  type: 'business',
  keys: {
    pk: 'P#<partner>#BUSINESS#<number>',
    sk: 'PROFILE',
    index: ['P#<partner>#ACCOUNT#<account>#LOCATIONS', '<number>'],
  },
  answers: 'What is at this location? Which locations has this account?',
  attributes: {
    type: 'object',
    required: ['businessNumber', 'accountNumber', 'partnerId', 'version', 'bytes', 'p0'],
    properties: {
      businessNumber: { type: 'integer' },
      accountNumber: { type: 'integer' },
      partnerId: { type: 'string' },
      version: { type: 'integer', minimum: 1 },
      bytes: { type: 'integer', minimum: 0 },
      listingFixed: { type: 'boolean' },
    },
  },
  exported: 'line',
  personal: false,
};

export const businessKey = (partnerId: string, businessNumber: number): Key => ({
  pk: ofPartner(partnerId, 'BUSINESS', businessNumber),
  sk: 'PROFILE',
});

/** Where the index lists the locations of an account. */
export const locationsPartition = (partnerId: string, accountNumber: number): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'LOCATIONS');

/** An open-ended object is kept as JSON text: DynamoDB's limits of numbers and depth are not the client's. */
const OPAQUE = 'alphaListing.attributes';
const storedProfile = (profile: Readonly<Record<string, unknown>>) => {
  const { [OPAQUE]: value } = profile;
  return value === undefined || value === null ? profile : { ...profile, [OPAQUE]: JSON.stringify(value) };
};

/** A new item for a location. */
export const businessItem = (
  partnerId: string,
  { profile, item: _, version: __, ...own }: Omit<Business, 'version'> & { readonly version?: number },
): Item => {
  const record = { ...storedProfile(profile), ...own, partnerId };
  return itemOf(
    'business',
    { ...record, ...firstMark(), bytes: recordBytes(record) },
    {
      ...businessKey(partnerId, own.businessNumber),
      gsi1pk: locationsPartition(partnerId, own.accountNumber),
      gsi1sk: sortable(own.businessNumber),
    },
  );
};

/** The location that an item holds: the opposite of `businessItem`. */
export const businessFrom = (item: Item): Business => {
  const profile: Record<string, unknown> = {};
  for (const path in item) {
    if (!OWN.has(path)) profile[path] = path === OPAQUE ? JSON.parse(String(item[path])) : item[path];
  }
  return {
    businessNumber: item.businessNumber as number,
    accountNumber: item.accountNumber as number,
    version: (item.version as number | undefined) ?? 0,
    listingFixed: item.listingFixed === true,
    ...(item.mapsCategoryId !== undefined && { mapsCategoryId: item.mapsCategoryId as string }),
    ...(item.bid !== undefined && { bid: item.bid as number }),
    profile,
    item,
  };
};

export interface BusinessUpdate {
  /** Fields by path; `null` removes one. */
  readonly writes: Readonly<Record<string, unknown>>;
  /** The record on which the update was judged; absent where it was not read. */
  readonly judgedOn?: Business | undefined;
  /** What must hold of a record that was not read. */
  readonly guards?: readonly Guard[];
}

/** The locations of a partner. */
export const businesses = ((store) => ({
  /** The location with this number. One call. */
  find: async (businessNumber: number): Promise<Business | undefined> => {
    const item = await store.table.get(businessKey(store.partnerId, businessNumber));
    return item && businessFrom(item);
  },

  /** Writes the changed fields, or says what stood in the way. One call. */
  update: async (businessNumber: number, { writes, judgedOn, guards }: BusinessUpdate): Promise<Outcome<Business>> => {
    const outcome = await saveVersion(store, {
      key: businessKey(store.partnerId, businessNumber),
      changes: storedProfile(writes),
      judgedOn: judgedOn?.item,
      ...(guards && { guards }),
    });
    if ('saved' in outcome) return { saved: businessFrom(outcome.saved) };
    return { refused: outcome.refused, ...(outcome.found && { found: businessFrom(outcome.found) }) };
  },
})) satisfies Opened<unknown>;
