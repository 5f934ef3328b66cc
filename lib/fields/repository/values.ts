/** The values of fields: which locations have one, and which. */
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Deleted } from '../../dynamodb/table/entity.ts';
import { INDEX } from '../../dynamodb/table/keys.ts';
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import { readAhead } from '../../dynamodb/table/read-ahead.ts';
import { deletionOf, lyingAt } from '../../dynamodb/writes/dependent-items.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { childrenPartition } from '../../partners/repository/account.ts';
import {
  type FieldOwner,
  fieldIdIn,
  fieldsPartition,
  fieldValueItem,
  fieldValueKey,
  valuesPartition,
} from './field.ts';
import { registerOf } from './register.ts';
import type { RowPlan } from './rows.ts';

/** Rows of a call where the engine would read on; about 1 MB of them. */
const PAGE = 4000;
const FIRST_PAGE = 50;

/** Puts and removals of a location's values. */
export const valueActions = (
  owner: FieldOwner,
  businessNumber: number,
  { put, removed }: Pick<RowPlan, 'put' | 'removed'>,
  mark: string,
): readonly Action[] => [
  ...put.map((row) => ({ Put: { Item: fieldValueItem({ ...owner, businessNumber, ...row }, mark) } })),
  ...removed
    .filter((id) => Number.isSafeInteger(id))
    .map((id) => ({ Delete: { Key: fieldValueKey(owner, id, businessNumber) } })),
];

interface Asking {
  readonly consistent?: boolean;
  /** Of the first page; later ones are larger. */
  readonly first?: number;
}

/** The values of a field by location, page after page, in order of the locations' numbers. */
export const valuesOf = async function* (
  { table }: PartnerStore,
  owner: FieldOwner,
  fieldId: number,
  { consistent = false, first = PAGE }: Asking = {},
): AsyncGenerator<readonly Item[]> {
  const query = {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': valuesPartition(owner, fieldId) },
    ConsistentRead: consistent,
  };
  if (first === PAGE) return yield* readAhead(table.query({ ...query, Limit: PAGE }));
  for await (const page of table.query({ ...query, Limit: first })) {
    yield page;
    // A page with fewer items ends at 1 MB, or is the last one: the query knows which.
    const last = page.length === first ? page.at(-1) : undefined;
    if (!last) continue;
    const from = { pk: last.pk, sk: last.sk };
    return yield* readAhead(table.query({ ...query, Limit: PAGE, ExclusiveStartKey: from }));
  }
};

/** Whether a field has a value at some location that a look at it finds, consistently. */
export const isAnyValue = async (
  store: PartnerStore,
  owner: FieldOwner,
  fieldId: number,
  isIt: (value: string) => boolean,
): Promise<boolean> => {
  for await (const page of valuesOf(store, owner, fieldId, { consistent: true })) {
    if (page.some(({ value }) => typeof value === 'string' && isIt(value))) return true;
  }
  return false;
};

const flat = async function* <Each>(pages: AsyncIterable<readonly Each[]>): AsyncGenerator<Each> {
  for await (const page of pages) yield* page;
};

/** The numbers of an account's locations, ascending. */
const locationsOf = async function* ({ table }: PartnerStore, { partnerId, accountNumber }: FieldOwner) {
  const query = {
    IndexName: INDEX,
    KeyConditionExpression: 'gsi1pk = :pk',
    ExpressionAttributeValues: { ':pk': childrenPartition(partnerId, accountNumber) },
    ProjectionExpression: 'pk, sk, gsi1pk, gsi1sk',
  };
  const numbersOf = (page: readonly Item[]) =>
    page.filter(({ sk }) => sk === 'PROFILE').map(({ gsi1sk }) => Number(gsi1sk));
  for await (const page of table.query({ ...query, Limit: FIRST_PAGE })) {
    yield* numbersOf(page);
    if (page.length < FIRST_PAGE) continue;
    const rest = table.query({ ...query, Limit: PAGE, ExclusiveStartKey: page.at(-1)! });
    for await (const next of rest) yield* numbersOf(next);
    return;
  }
};

/**
 * Whether every location of the account has a value of a field. It ends at the first one without; only where all have one,
 * both lists are read completely. May be a second old.
 *
 * @param counted - a location that has one, although the list of values may not show it yet
 */
export const allHaveValues = async (
  store: PartnerStore,
  owner: FieldOwner,
  fieldId: number,
  counted: number,
): Promise<boolean> => {
  const values = flat(valuesOf(store, owner, fieldId, { first: FIRST_PAGE }));
  let next = await values.next();
  for await (const number of locationsOf(store, owner)) {
    while (!next.done && Number(next.value.businessNumber) < number) next = await values.next();
    const isThere = !next.done && Number(next.value.businessNumber) === number && next.value.value !== undefined;
    if (!isThere && number !== counted) return false;
  }
  return true;
};

type Removals = AsyncGenerator<readonly Action[]>;

/** The values of a location that was deleted, but not its account: one for each field of it at most. */
export const valuesOfLocation = async function* (store: PartnerStore, { accountNumber, number }: Deleted): Removals {
  const { owner, fields } = await registerOf(store, accountNumber);
  const keys = fields.map(({ id }) => fieldValueKey(owner, id, number));
  for (const item of keys.length > 0 ? await store.table.batchGet(keys) : []) yield [deletionOf(item)];
};

/**
 * What an account has of fields: the values of each, which are found by their field, before the field itself. Fields that
 * were deleted may have values left.
 */
export const fieldsOfAccount = async function* (
  { table, partnerId }: PartnerStore,
  { accountNumber }: Deleted,
): Removals {
  const owner = { partnerId, accountNumber };
  for await (const keys of lyingAt(table, fieldsPartition(owner)))
    for (const key of keys) {
      const id = fieldIdIn(key);
      if (id !== undefined)
        for await (const values of lyingAt(table, valuesPartition(owner, id)))
          for (const value of values) yield [deletionOf({ ...value })];
      yield [deletionOf({ ...key })];
    }
};
