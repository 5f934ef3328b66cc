/** Parts of what is deleted: how they are found, and what is done to them (`Entity.removal`). */
import type { Item } from './attributes.ts';
import { expressionOf, type Guard } from './expressions.ts';
import { INDEX, type Key } from './keys.ts';
import { marksOf, markUpdate, nextMark, QUIET_UPDATE } from './marks.ts';
import { checkRecordBytes, recordBytes } from './record-size.ts';
import type { Table } from './table.ts';
import type { Action, Conditional } from './transactions.ts';

interface Keyed {
  readonly pk?: unknown;
  readonly sk?: unknown;
}

export const keyOf = ({ pk, sk }: Keyed): Key => ({ pk: String(pk), sk: String(sk) });

export const deletionOf = (item: Keyed): Action => ({ Delete: { Key: keyOf(item) } });

/**
 * The same of an item that leaves nothing which would say who deleted it.
 *
 * @param traced - its mark or an id of its own, which tells it from others that were at its key
 */
export const tracedDeletion = (item: Keyed, traced: unknown, condition?: Conditional): Action => ({
  Delete: { Key: keyOf(item), ...condition, traced },
});

interface Listing {
  /** Only items of which this attribute, a list, holds this value. */
  readonly containing?: { readonly attribute: string; readonly value: string | number };
  /** Only items whose sort keys there begin so. */
  readonly beginning?: string;
  /** Of a page; as many as one call answers where it is left out. */
  readonly most?: number;
}

/** The keys of what the index lists at a partition, page after page. */
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

/** The keys of what lies in a partition of the table below a prefix, page after page, in the order of their sort keys. */
export const lyingAt = async function* ({ query }: Table, pk: string, prefix = ''): AsyncGenerator<readonly Key[]> {
  const pages = query({
    KeyConditionExpression: prefix === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ...(prefix !== '' && { ':prefix': prefix }) },
    ProjectionExpression: 'pk, sk',
  });
  for await (const page of pages) yield page.map(keyOf);
};

/** How often an item was written; 0 where nothing counts that: no condition on a version holds of it. */
export const versionOf = (item: Item): number => Number(item.version ?? 0);

interface ActionOptions {
  /** The mark of the write, where several items are written under one; a new one where it is left out. */
  readonly mark?: string;
  /** Nobody is told of it. */
  readonly quiet?: boolean;
  /** What must hold beside the version. */
  readonly guards?: readonly Guard[];
}

/**
 * The update of an item that was read, on its version; `null` removes an attribute.
 *
 * @throws ItemTooLarge where the item grows beyond what a record may be; one that is too large already may shrink
 */
export const updateAction = (
  found: Item,
  changes: Readonly<Record<string, unknown>>,
  { mark, quiet = false, guards = [] }: ActionOptions = {},
): Action => {
  const { change, add, require, build } = expressionOf();
  change(changes);
  marksOf(found);
  add(markUpdate(mark ?? nextMark()));
  if (quiet) add(QUIET_UPDATE);
  add({ condition: 'version = :version', values: { ':version': versionOf(found) } });
  for (const guard of guards) require(guard);
  const bytes = recordBytes({ ...found, ...changes });
  if (bytes > recordBytes(found)) checkRecordBytes(bytes);
  add({ sets: ['bytes = :bytes'], values: { ':bytes': bytes } });
  return { Update: { Key: keyOf(found), ...build() } };
};

/** Nothing but the condition that an item stands as it was read. */
export const unchangedAction = (found: Item): Action => ({
  ConditionCheck: {
    Key: keyOf(found),
    ConditionExpression: 'version = :version',
    ExpressionAttributeValues: { ':version': versionOf(found) },
  },
});
