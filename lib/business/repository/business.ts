/**
 * Businesses: the profile lies flat in its item (`location.city` is one attribute), so that fields merge one by one.
 */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf, type Opened } from '../../dynamodb/table/entity.ts';
import type { Guard } from '../../dynamodb/table/expressions.ts';
import { type Key, keyAttributes, namesakeKeys, ofPartner, sortable } from '../../dynamodb/table/keys.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { firstMark, markAttributes } from '../../dynamodb/writes/marks.ts';
import { saveVersion } from '../../dynamodb/writes/save-version.ts';
import type { Outcome } from '../../dynamodb/writes/until.ts';
import { WRITER } from '../../dynamodb/writes/writer.ts';
import { type ActivationStatus, childrenPartition } from '../../partners/repository/account.ts';

/** What a location may be: a place, or what is none. An account's own word decides between the first two. */
export type LocationType = 'Business' | 'Enterprise-Location' | 'Product' | 'Enterprise-Product';

/** A location. `profile` holds the fields of an update by path. */
export interface Business {
  readonly businessNumber: number;
  readonly accountNumber: number;
  /** The number of updates; a result of validation holds only for the version that it is based on. */
  readonly version: number;
  readonly listingFixed: boolean;
  readonly mapsCategoryId?: string;
  readonly bid?: number;
  /** `Business` where nothing is stored. */
  readonly businessType?: LocationType;
  readonly status?: ActivationStatus;
  /** ISO 8601, in UTC. */
  readonly createdAt?: string;
  readonly createdBy?: string;
  /** The value of each hierarchy level that it is mapped to. */
  readonly hierarchy?: Readonly<Record<string, string>>;
  readonly aggrOptions?: 0 | 1;
  readonly profile: Readonly<Record<string, unknown>>;
  /** The item that it was read from; absent where it was not. */
  readonly item?: Item;
}

/** What a location stores in addition to numbers and profile. */
const OPTIONAL = [
  'mapsCategoryId',
  'bid',
  'businessType',
  'status',
  'createdAt',
  'createdBy',
  'hierarchy',
  'aggrOptions',
] as const satisfies readonly (keyof Business)[];

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
  'loadedVersion',
  'quiet',
  'listingMark',
  WRITER,
  ...OPTIONAL,
];
const OWN = new Set(ownAttributes);

export const businessKey = (partnerId: string, businessNumber: number): Key => ({
  pk: ofPartner(partnerId, 'BUSINESS', businessNumber),
  sk: 'PROFILE',
});

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
      gsi1pk: childrenPartition(partnerId, own.accountNumber),
      gsi1sk: sortable(own.businessNumber),
      ...namesakeKeys(partnerId, profile),
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
    ...(Object.fromEntries(
      OPTIONAL.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])),
    ) as Partial<Business>),
    profile,
    item,
  };
};

export interface BusinessUpdate {
  /** Fields by path; `null` removes one. */
  readonly writes: Readonly<Record<string, unknown>>;
  /** The record that the update is based on; absent if it was not read. */
  readonly basedOn?: Business | undefined;
  /** The bytes of the writes (`recordBytes`), where they have been counted. */
  readonly added?: number | undefined;
  /** What must hold of a record that was not read. */
  readonly guards?: readonly Guard[];
}

/** Changed fields by path, as the attributes of the item that are changed with them; `null` removes one. */
export const businessChanges = (partnerId: string, writes: BusinessUpdate['writes']): Item => ({
  ...storedProfile(writes),
  ...namesakeKeys(partnerId, writes),
});

/** The locations of a partner. */
export const businesses = ((store) => ({
  /** The location with this number. One call. */
  find: async (businessNumber: number): Promise<Business | undefined> => {
    const item = await store.table.get(businessKey(store.partnerId, businessNumber));
    return item && businessFrom(item);
  },

  /** Writes the changed fields, or says what stood in the way. One call. */
  update: async (
    businessNumber: number,
    { writes, basedOn, added, guards }: BusinessUpdate,
  ): Promise<Outcome<Business>> => {
    const outcome = await saveVersion(store, {
      key: businessKey(store.partnerId, businessNumber),
      changes: businessChanges(store.partnerId, writes),
      basedOn: basedOn?.item,
      added,
      ...(guards && { guards }),
    });
    if ('saved' in outcome) return { saved: businessFrom(outcome.saved) };
    return { refused: outcome.refused, ...(outcome.found && { found: businessFrom(outcome.found) }) };
  },
})) satisfies Opened<unknown>;
