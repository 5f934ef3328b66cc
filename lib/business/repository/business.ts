/** Businesses: the profile lies flat in its item (`location.city` is one attribute), so that fields merge one by one. */
import { randomUUID } from 'node:crypto';
import { tries } from '../../dynamodb/call.ts';
import { indexKeys, keyAttributes, keys } from '../../dynamodb/keys.ts';
import { type Item, ItemTooLarge, isRefused, type Refused, type Table } from '../../dynamodb/table.ts';

/** A location. `profile` holds the fields of spec 2.1 by path. */
export interface Business {
  readonly businessNumber: number;
  readonly accountNumber: number;
  readonly partnerId: string;
  /** Counts the updates; a rule that read the record holds only as long as this stands. */
  readonly version: number;
  readonly listingFixed: boolean;
  readonly mapsCategoryId?: string;
  readonly bid?: number;
  readonly profile: Readonly<Record<string, unknown>>;
}

/** Attributes that are not part of the profile. No profile field has such a name; `test/store.test.ts` holds it so. */
export const ownAttributes: readonly string[] = [
  ...keyAttributes,
  'type',
  'businessNumber',
  'accountNumber',
  'partnerId',
  'version',
  'listingFixed',
  'mapsCategoryId',
  'bid',
  'loadedHash',
  'lastWrite',
];
const OWN = new Set(ownAttributes);

/** An open-ended object is kept as JSON text: DynamoDB's limits of numbers and depth are not the client's. */
const OPAQUE = 'alphaListing.attributes';

const stored = (path: string, value: unknown): unknown => (path === OPAQUE ? JSON.stringify(value) : value);

export const businessItem = ({ profile, ...own }: Business): Item => ({
  ...Object.fromEntries(Object.entries(profile).map(([path, value]) => [path, stored(path, value)])),
  ...own,
  type: 'business',
  ...keys.business(own.businessNumber),
  ...indexKeys.business(own.accountNumber, own.businessNumber),
});

/** The location that an item holds: the opposite of `businessItem`. */
export const fromItem = (item: Item): Business => {
  const profile: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(item)) {
    if (!OWN.has(path)) profile[path] = path === OPAQUE ? JSON.parse(String(value)) : value;
  }
  return {
    businessNumber: item.businessNumber as number,
    accountNumber: item.accountNumber as number,
    partnerId: item.partnerId as string,
    version: (item.version as number | undefined) ?? 0,
    listingFixed: item.listingFixed === true,
    ...(item.mapsCategoryId !== undefined && { mapsCategoryId: item.mapsCategoryId as string }),
    ...(item.bid !== undefined && { bid: item.bid as number }),
    profile,
  };
};

/** The location with this number; `undefined` where there is none, or where another partner owns it. One call. */
export const findBusiness = async (
  table: Table,
  businessNumber: number,
  partnerId: string,
): Promise<Business | undefined> => {
  const item = await table.get(keys.business(businessNumber));
  return item?.partnerId === partnerId ? fromItem(item) : undefined;
};

export interface UpdateGuard {
  readonly partnerId: string;
  /** The version on which the rules were judged; absent where none read the record. */
  readonly version?: number | undefined;
  /** Whether a fixed listing must refuse the update; asked where a rule of fixed listings was judged unread. */
  readonly unlessFixed: boolean;
}

/**
 * What became of an update: the new record, or the record that stood in its way (absent: unknown or foreign). `mayHaveLanded`:
 * the answer to a try was lost, and others have written since, so that nobody knows whether it was done.
 */
export type UpdateOutcome =
  | { readonly saved: Business }
  | { readonly found: Business | undefined; readonly mayHaveLanded: boolean };

/**
 * A mark of its own for each update, kept in `lastWrite`: when it began, and who it is. A try whose answer was lost is
 * known by it when it is repeated, and is not done twice.
 */
const newMark = (now: number): string => `${now}#${randomUUID()}`;

/** Writes the changed fields (`null` removes one), or nothing where the guard does not hold. One call. */
export const updateBusiness = async (
  table: Table,
  businessNumber: number,
  changes: Readonly<Record<string, unknown>>,
  { partnerId, version, unlessFixed }: UpdateGuard,
): Promise<UpdateOutcome> => {
  const now = Date.now();
  const mark = newMark(now);
  const names: Record<string, string> = { '#partner': 'partnerId', '#version': 'version', '#write': 'lastWrite' };
  const values: Record<string, unknown> = { ':partner': partnerId, ':one': 1, ':write': mark };
  const sets: string[] = ['#write = :write'];
  const removes: string[] = [];
  Object.entries(changes).forEach(([path, value], index) => {
    names[`#f${index}`] = path;
    if (value === null) {
      removes.push(`#f${index}`);
    } else {
      values[`:f${index}`] = stored(path, value);
      sets.push(`#f${index} = :f${index}`);
    }
  });
  const conditions = ['#partner = :partner'];
  if (version !== undefined) {
    values[':version'] = version;
    conditions.push('#version = :version');
  } else {
    // A try that was given up may still be under way. It must not land on what was written after the update was answered.
    values[':late'] = String(now + tries.requestTimeout);
    conditions.push('(attribute_not_exists(#write) OR (#write <> :write AND #write < :late))');
  }
  if (unlessFixed) {
    names['#fixed'] = 'listingFixed';
    values[':fixed'] = true;
    conditions.push('(attribute_not_exists(#fixed) OR #fixed <> :fixed)');
  }
  const update = {
    Key: keys.business(businessNumber),
    UpdateExpression: [
      `SET ${sets.join(', ')}`,
      removes.length > 0 ? `REMOVE ${removes.join(', ')}` : '',
      'ADD #version :one',
    ].join(' '),
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  };
  let outcome: Item | Refused;
  try {
    outcome = await table.update(update);
  } catch (error) {
    // An engine may judge the size before the condition: what is not the partner's is not there all the same.
    const hides = error instanceof ItemTooLarge && !(await findBusiness(table, businessNumber, partnerId));
    if (hides) return { found: undefined, mayHaveLanded: false };
    throw error;
  }
  if (!isRefused(outcome)) return { saved: fromItem(outcome as Item) };
  const { item, repeated } = outcome;
  if (item?.partnerId !== partnerId) return { found: undefined, mayHaveLanded: false };
  return item.lastWrite === mark ? { saved: fromItem(item) } : { found: fromItem(item), mayHaveLanded: repeated };
};
