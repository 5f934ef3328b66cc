/** Actions on items that were read, and how the dependent items of a deleted record are found (`Entity.removal`). */
import type { Item } from '../table/attributes.ts';
import { expressionOf, type Guard } from '../table/expressions.ts';
import { INDEX, type Key } from '../table/keys.ts';
import { checkGrowth, recordBytes } from '../table/record-size.ts';
import type { Table } from '../table/table.ts';
import { markAbove, markUpdate, newestMark, QUIET_UPDATE, versionOf } from './marks.ts';
import type { Action, Conditional } from './transactions.ts';

interface Keyed {
  readonly pk?: unknown;
  readonly sk?: unknown;
}

export const keyOf = ({ pk, sk }: Keyed): Key => ({ pk: String(pk), sk: String(sk) });

export const deletionOf = (item: Keyed): Action => ({ Delete: { Key: keyOf(item) } });

/**
 * The condition of a write to an item that no one has written since it was read. On its mark too: a mark comes once, also
 * where the record was deleted and made again meanwhile.
 */
const asRead = (found: Item) => ({
  condition: found.p0 === undefined ? 'version = :version' : 'version = :version AND p0 = :readMark',
  values: { ':version': versionOf(found), ...(found.p0 !== undefined && { ':readMark': found.p0 }) },
});

/** The same of an item that was found otherwise. */
export const isAsRead = (item: Item, found: Item): boolean =>
  versionOf(item) === versionOf(found) && newestMark(item) === newestMark(found);

const conditionOf = ({ condition, values }: ReturnType<typeof asRead>) => ({
  ConditionExpression: condition,
  ExpressionAttributeValues: values,
});

/** The condition of a deletion or replacement of an item that was read. */
export const ifUnchanged = (found: Item) => conditionOf(asRead(found));

/**
 * The deletion of an item that leaves no tombstone: a trace says who deleted it (`writtenActions`).
 *
 * @param traced - its mark or an id, which distinguishes it from others that were at its key
 */
export const tracedDeletion = (item: Keyed, traced: unknown, condition?: Conditional): Action => ({
  Delete: { Key: keyOf(item), ...condition, traced },
});

interface Listing {
  /** Only items with this value in this attribute, a list. */
  readonly containing?: { readonly attribute: string; readonly value: string | number };
  /** Only items whose sort keys in the index begin with this. */
  readonly beginning?: string;
  /** The maximum number of keys in a page; without it, a page has as many as one call returns. */
  readonly most?: number;
}

/** The keys of the items that the index lists in a partition, page by page. */
export const listedAt = async function* (
  { query }: Table,
  partition: string,
  { containing, beginning, most }: Listing = {},
): AsyncGenerator<readonly Key[]> {
  const pages = query({
    IndexName: INDEX,
    KeyConditionExpression:
      beginning === undefined ? 'gsi1pk = :pk' : 'gsi1pk = :pk AND begins_with(gsi1sk, :beginning)',
    ...(containing && {
      FilterExpression: 'contains(#list, :value)',
      ExpressionAttributeNames: { '#list': containing.attribute },
    }),
    ExpressionAttributeValues: {
      ':pk': partition,
      ...(containing && { ':value': containing.value }),
      ...(beginning !== undefined && { ':beginning': beginning }),
    },
    ProjectionExpression: 'pk, sk',
    ...(most !== undefined && { Limit: most }),
  });
  for await (const page of pages) yield page.map(keyOf);
};

/** The keys of the items in a partition of the table whose sort keys have a prefix, page by page, in their order. */
export const lyingAt = async function* (
  { query }: Table,
  pk: string,
  prefix = '',
  { consistent = false } = {},
): AsyncGenerator<readonly Key[]> {
  const pages = query({
    ConsistentRead: consistent,
    KeyConditionExpression: prefix === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ...(prefix !== '' && { ':prefix': prefix }) },
    ProjectionExpression: 'pk, sk',
  });
  for await (const page of pages) yield page.map(keyOf);
};

/** The deletions of the items that `lyingAt` finds, a page at a time. */
export const deletionsAt = async function* (table: Table, pk: string, prefix = ''): AsyncGenerator<readonly Action[]> {
  for await (const keys of lyingAt(table, pk, prefix)) yield keys.map(deletionOf);
};

interface ActionOptions {
  /** The mark of the write, if it has several actions; a new one by default. */
  readonly mark?: string;
  /** Whether it sends no events. */
  readonly quiet?: boolean | undefined;
  /** Conditions in addition to the version. */
  readonly guards?: readonly Guard[];
}

/**
 * The update of an item that was read, on condition that its version is unchanged; `null` removes an attribute.
 *
 * @throws ItemTooLarge if the item grows beyond the limit of a record
 */
export const updateAction = (
  found: Item,
  changes: Readonly<Record<string, unknown>>,
  { mark, quiet = false, guards = [] }: ActionOptions = {},
): Extract<Action, { Update: unknown }> => {
  const { change, add, require, build } = expressionOf();
  change(changes);
  add(markUpdate(mark ?? markAbove(found)));
  if (quiet) add(QUIET_UPDATE);
  add(asRead(found));
  for (const guard of guards) require(guard);
  const bytes = recordBytes({ ...found, ...changes });
  checkGrowth(bytes, found);
  add({ sets: ['bytes = :bytes'], values: { ':bytes': bytes } });
  return { Update: { Key: keyOf(found), ...build() } };
};

/**
 * Added to the changes of an update that changes nothing that a partner asked for: an item that was unchanged since a data
 * file was loaded still counts as unchanged, so that the next load may update it (docs/data-files.md: loading twice).
 */
export const stillLoaded = (found: Item): Item =>
  found.loadedVersion !== undefined && found.loadedVersion === found.version
    ? { loadedVersion: versionOf(found) + 1 }
    : {};

/** The condition that an item is still as it was read. */
export const unchangedAction = (found: Item): Action => ({
  ConditionCheck: {
    Key: keyOf(found),
    ...conditionOf(asRead(found)),
  },
});
