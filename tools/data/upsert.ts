/**
 * Upserts the item of a line. An existing item is updated as every record is, with its marks and version
 * (docs/writing-once.md), and only if no one has changed it since it was loaded.
 */
import { isDeepStrictEqual } from 'node:util';
import { madeAgain } from '../../lib/business/repository/tombstone.ts';
import { StoreUnavailable } from '../../lib/dynamodb/client/outcomes.ts';
import { pauseBefore } from '../../lib/dynamodb/client/pause.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { type Key, keyAttributes } from '../../lib/dynamodb/table/keys.ts';
import { checkRecordBytes, recordBytes } from '../../lib/dynamodb/table/record-size.ts';
import { keyOf } from '../../lib/dynamodb/writes/dependent-items.ts';
import { asQuiet, markAttributes } from '../../lib/dynamodb/writes/marks.ts';
import { saveVersion } from '../../lib/dynamodb/writes/save-version.ts';
import type { Action } from '../../lib/dynamodb/writes/transactions.ts';
import { WRITER } from '../../lib/dynamodb/writes/writer.ts';
import type { LoadContext, Refused, Written } from './lines/line.ts';
import { landed, noteNew, noteUpdate } from './sent-writes.ts';

/**
 * Attributes that record an item's writes, which no line contains. `closing` marks an account that is about to be
 * deleted.
 */
export const attributesOfWrites: readonly string[] = [
  ...markAttributes,
  ...['version', 'bytes', 'loadedVersion', 'quiet', 'listingMark', 'changed', 'changedMark', 'closing', WRITER],
];
const NOT_COMPARED = new Set(['pk', 'sk', ...attributesOfWrites]);
/** Attributes that may change and are no fields for users. */
const UNNAMED = new Set([...keyAttributes, 'type', 'v']);

/** After this many concurrent changes by others, a record is left for another run. */
const ATTEMPTS = 10;

/**
 * A new item as it is loaded. `loadedVersion` shows the next load whether the item has been changed since. Subscribers
 * get an event only with `events`.
 */
export const asLoaded = (fresh: Item, { events }: Pick<LoadContext, 'events'>): Item => {
  const loaded = { ...fresh, loadedVersion: fresh.version };
  return events || fresh.p0 === undefined ? loaded : asQuiet(loaded);
};

type Changes = Readonly<Record<string, unknown>>;

/** What to do with the stored item. */
export type Step = Written & { readonly changes?: Changes };

const changesTo = (found: Item, fresh: Item): Changes =>
  Object.fromEntries(
    [...new Set([...Object.keys(fresh), ...Object.keys(found)])]
      .filter((name) => !NOT_COMPARED.has(name) && !isDeepStrictEqual(found[name], fresh[name]))
      .map((name) => [name, fresh[name] ?? null]),
  );

/**
 * Decides how to apply a line to the item that is stored at its key.
 *
 * @throws ItemTooLarge if the record would exceed the maximum size
 */
export const stepTo = (found: Item | undefined, fresh: Item, { force, sent }: LoadContext): Step => {
  checkRecordBytes(recordBytes(fresh));
  if (!found) {
    noteNew(sent, fresh);
    return { outcome: 'loaded' };
  }
  const changes = changesTo(found, fresh);
  const fields = Object.keys(changes).filter((name) => !UNNAMED.has(name));
  const own = landed(sent, found);
  if (Object.keys(changes).length === 0) return own ?? { outcome: 'unchanged' };
  if (found.version !== found.loadedVersion && !force) return own ?? { outcome: 'changed', fields };
  const loadedVersion = Number(found.version ?? 0) + 1;
  noteUpdate(sent, { outcome: 'updated', fields }, loadedVersion);
  return { outcome: 'updated', fields, changes: { ...changes, loadedVersion } };
};

/** The step's result without its changes. */
export const written = ({ changes: _, ...rest }: Step): Written => rest;

export const IF_NEW = 'attribute_not_exists(pk)';

/** An action in addition to the item's own, and the meaning of its failure. */
export interface ConditionalAction {
  readonly action: Action;
  readonly otherwise: (found: Item | undefined) => string;
  /** The key of the tombstone that an earlier record of this number may have left, if its deletion leaves one. */
  readonly tombstone?: Key;
}

interface Upsert {
  /** The complete item, as if none were stored. */
  readonly fresh: Item;
  /** Done in one transaction with a new item. */
  readonly alongside?: ConditionalAction;
  /** Merges the line with the stored item, which may keep some of its fields, or refuses the line. */
  readonly over?: (found: Item) => Item | Refused;
}

type Put = { readonly found: Item } | Refused | undefined;

/**
 * Requires that no record was deleted here, or removes the tombstone of its deletion: the next deletion writes its
 * own.
 */
const unlessDeleted = (key: Key, tombstone: Item | undefined): Action =>
  tombstone
    ? {
        Delete: {
          Key: key,
          ConditionExpression: 'p0 = :mark',
          ExpressionAttributeValues: { ':mark': tombstone.p0 },
        },
      }
    : { ConditionCheck: { Key: key, ConditionExpression: IF_NEW } };

/**
 * Puts a new record with the items that must accompany it. A record that was deleted continues with its next version
 * (docs/writing-once.md).
 */
const putRecord = async (
  context: LoadContext,
  fresh: Item,
  { action, otherwise, tombstone }: ConditionalAction,
): Promise<Put> => {
  let left: Item | undefined;
  let item = fresh;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 1) await pauseBefore(attempt - 1);
    const Put = { Item: asLoaded(item, context), ConditionExpression: IF_NEW };
    noteNew(context.sent, item);
    const undeleted = tombstone ? [unlessDeleted(tombstone, left)] : [];
    const outcome = await context.table.transact([{ Put }, action, ...undeleted]);
    if (!outcome) return undefined;
    const found = outcome.failed.get(0);
    // Its own first try may have been applied without a response.
    if (found) return found.p0 !== undefined && found.p0 === item.p0 ? undefined : { found };
    if (outcome.failed.has(1)) return { refused: otherwise(outcome.failed.get(1)) };
    left = outcome.failed.get(2);
    item = left ? madeAgain(fresh, left) : fresh;
  }
  throw new StoreUnavailable('other writers keep deleting the record');
};

/** Puts a new item, or returns the stored one. */
const putNew = async (context: LoadContext, fresh: Item, alongside: ConditionalAction | undefined): Promise<Put> => {
  if (alongside) return putRecord(context, fresh, alongside);
  noteNew(context.sent, fresh);
  const outcome = await context.table.put({ Item: asLoaded(fresh, context), ConditionExpression: IF_NEW });
  const found = outcome?.item;
  // Its own first try may have been applied without a response.
  return found && !(found.p0 !== undefined && found.p0 === fresh.p0) ? { found } : undefined;
};

/** The read of a dry run: the stored item, or what prevents a new one. */
const lookOnly = async (
  { table, owners }: LoadContext,
  fresh: Item,
  alongside: ConditionalAction | undefined,
): Promise<Put> => {
  const found = await table.get(keyOf(fresh));
  if (found) return { found };
  const other = alongside && 'Put' in alongside.action ? alongside.action.Put.Item : undefined;
  const taken = other && (await table.get(keyOf(other)));
  const isOthers = taken && (taken.partnerId !== other?.partnerId || taken.kind !== other?.kind);
  if (alongside && isOthers) return { refused: alongside.otherwise(taken) };
  for (const item of other ? [fresh, other] : [fresh]) owners.pretend(item);
  return undefined;
};

/**
 * Creates or updates an item.
 *
 * @throws StoreUnavailable if others keep changing the record; ItemTooLarge
 */
export const upsert = async (context: LoadContext, { fresh, alongside, over }: Upsert): Promise<Written> => {
  checkRecordBytes(recordBytes(fresh));
  const put = await (context.dryRun ? lookOnly : putNew)(context, fresh, alongside);
  if (!put) return { outcome: 'loaded' };
  if ('refused' in put) return put;
  let { found } = put;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 1) await pauseBefore(attempt - 1);
    const wanted = over ? over(found) : fresh;
    if ('refused' in wanted) return wanted as Refused;
    const step = stepTo(found, wanted as Item, context);
    if (!step.changes || context.dryRun) return written(step);
    const store = { table: context.table, partnerId: String(fresh.partnerId) };
    const { changes } = step;
    const saved = await saveVersion(store, { key: keyOf(fresh), changes, basedOn: found, quiet: !context.events });
    if ('saved' in saved) return written(step);
    if (!saved.found) break;
    found = saved.found;
  }
  throw new StoreUnavailable('other writers keep changing the record');
};
