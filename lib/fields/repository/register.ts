/**
 * All fields of an account, read together. What was validated with them is written on condition that no field was
 * created or deleted and no options changed since, so that names stay unique and limits hold under concurrent writes.
 */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf } from '../../dynamodb/table/entity.ts';
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import {
  BEFORE_DELETED,
  type FieldOwner,
  fieldCountsKey,
  fieldFrom,
  fieldsPartition,
  fieldTombstoneKey,
  MOST_BYTES,
  nameKey,
  type StoredField,
} from './field.ts';

export interface Register {
  readonly owner: FieldOwner;
  /** Counts what the fields have gone through; absent where there never was one. */
  readonly counts: Item | undefined;
  /** In order of their ids. */
  readonly fields: readonly StoredField[];
}

/** One call for each MB of fields. */
export const registerOf = async ({ table, partnerId }: PartnerStore, accountNumber: number): Promise<Register> => {
  const owner = { partnerId, accountNumber };
  const items: Item[] = [];
  const pages = table.query({
    KeyConditionExpression: 'pk = :pk AND sk < :deleted',
    ExpressionAttributeValues: { ':pk': fieldsPartition(owner), ':deleted': BEFORE_DELETED },
    ConsistentRead: true,
  });
  // The counts come first: a field that changes while the query goes on is known by them.
  for await (const page of pages) items.push(...page);
  return {
    owner,
    counts: items.find(({ type }) => type === 'fieldCounts'),
    fields: items.filter(({ type }) => type === 'customField').map(fieldFrom),
  };
};

export const fieldNamed = ({ fields }: Register, name: string): StoredField | undefined => {
  const wanted = nameKey(name);
  return fields.find(({ fieldName }) => nameKey(fieldName) === wanted);
};

/**
 * Whether the fields of the account stay below the limit of their size. A change that adds nothing always fits.
 *
 * @param added - bytes
 */
export const hasRoom = ({ fields }: Register, added: number): boolean =>
  added <= 0 || fields.reduce((sum, { item }) => sum + recordBytes(item), added) <= MOST_BYTES;

/** Fields that were deleted: their names by these ids. One call, none without ids. */
export const deletedFields = async (
  { table }: PartnerStore,
  owner: FieldOwner,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const valid = ids.filter((id) => Number.isSafeInteger(id) && id > 0);
  if (valid.length === 0) return new Map();
  const items = await table.batchGet(valid.map((id) => fieldTombstoneKey(owner, id)));
  return new Map(items.map(({ fieldId, fieldName }) => [Number(fieldId), String(fieldName)]));
};

const standing = ({ counts }: Register) =>
  counts
    ? { ConditionExpression: 'epoch = :epoch', ExpressionAttributeValues: { ':epoch': counts.epoch } }
    : { ConditionExpression: 'attribute_not_exists(pk)' };

/** No field has come, gone or changed its options since the register was read. */
export const unchangedRegister = (register: Register): Action => ({
  ConditionCheck: { Key: fieldCountsKey(register.owner), ...standing(register) },
});

/** The same, and an option of a dropdown is taken into use: an update that takes options away must see it. */
export const usedRegister = (register: Register): Action => {
  const { ConditionExpression, ExpressionAttributeValues } = standing(register);
  return {
    Update: {
      Key: fieldCountsKey(register.owner),
      UpdateExpression: 'SET uses = if_not_exists(uses, :zero) + :one',
      ConditionExpression,
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ':zero': 0, ':one': 1 },
    },
  };
};

/**
 * A field comes, goes or changes what values hang on.
 *
 * @param unused - no option has been taken into use since, either
 */
export const changedRegister = (register: Register, { unused = false } = {}): Action => {
  const { owner, counts } = register;
  const fresh = itemOf('fieldCounts', { ...owner, epoch: 1, uses: 0 }, fieldCountsKey(owner));
  if (!counts) return { Put: { Item: fresh, ConditionExpression: 'attribute_not_exists(pk)' } };
  return {
    Update: {
      Key: fieldCountsKey(owner),
      UpdateExpression: 'SET epoch = epoch + :one',
      ConditionExpression: `epoch = :epoch${unused ? ' AND uses = :uses' : ''}`,
      ExpressionAttributeValues: {
        ':epoch': counts.epoch,
        ':one': 1,
        ...(unused && { ':uses': counts.uses ?? 0 }),
      },
    },
  };
};
