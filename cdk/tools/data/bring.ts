/**
 * Brings an item to what a line says of it. What is there is updated as every record is, with its marks and version
 * (docs/writing-once.md), and only where nobody has changed it since it was loaded.
 */
import { isDeepStrictEqual } from 'node:util';
import { madeAgain } from '../../../lib/business/repository/tombstone.ts';
import type { Item } from '../../../lib/dynamodb/attributes.ts';
import { type Key, keyAttributes } from '../../../lib/dynamodb/keys.ts';
import { asQuiet, markAttributes } from '../../../lib/dynamodb/marks.ts';
import { StoreUnavailable } from '../../../lib/dynamodb/outcomes.ts';
import { keyOf } from '../../../lib/dynamodb/parts.ts';
import { pauseBefore } from '../../../lib/dynamodb/pause.ts';
import { checkRecordBytes, recordBytes } from '../../../lib/dynamodb/record-size.ts';
import type { Action } from '../../../lib/dynamodb/transactions.ts';
import { saveVersion } from '../../../lib/dynamodb/versioned.ts';
import { WRITER } from '../../../lib/dynamodb/writer.ts';
import type { LoadContext, Refused, Written } from './lines/line.ts';

/** What an item has of its writes, and no line says; an account that is about to be deleted is closed meanwhile. */
export const attributesOfWrites: readonly string[] = [
  ...markAttributes,
  ...['version', 'bytes', 'loadedVersion', 'quiet', 'listingMark', 'changed', 'changedMark', 'closing', WRITER],
];
const NOT_COMPARED = new Set(['pk', 'sk', ...attributesOfWrites]);
/** Attributes that change beside what people know as fields. */
const UNNAMED = new Set([...keyAttributes, 'type', 'v']);

/** A record is written by others so often that it is left for another run. */
const ATTEMPTS = 10;

/**
 * A new item as it is loaded. By `loadedVersion` the next load knows whether it has been changed since; nobody is told of it
 * without `events`.
 */
export const asLoaded = (fresh: Item, { events }: Pick<LoadContext, 'events'>): Item => {
  const loaded = { ...fresh, loadedVersion: fresh.version };
  return events || fresh.p0 === undefined ? loaded : asQuiet(loaded);
};

type Changes = Readonly<Record<string, unknown>>;

/** What is to be done where `found` stands. */
export type Step = Written & { readonly changes?: Changes };

const changesTo = (found: Item, fresh: Item): Changes =>
  Object.fromEntries(
    [...new Set([...Object.keys(fresh), ...Object.keys(found)])]
      .filter((name) => !NOT_COMPARED.has(name) && !isDeepStrictEqual(found[name], fresh[name]))
      .map((name) => [name, fresh[name] ?? null]),
  );

/**
 * What a line asks for, given the item that stands at its key.
 *
 * @throws ItemTooLarge where the record would be larger than a record may be
 */
export const stepTo = (found: Item | undefined, fresh: Item, { force }: LoadContext): Step => {
  checkRecordBytes(recordBytes(fresh));
  if (!found) return { outcome: 'loaded' };
  const changes = changesTo(found, fresh);
  const fields = Object.keys(changes).filter((name) => !UNNAMED.has(name));
  if (Object.keys(changes).length === 0) return { outcome: 'unchanged' };
  if (found.version !== found.loadedVersion && !force) return { outcome: 'changed', fields };
  return {
    outcome: 'updated',
    fields,
    changes: { ...changes, loadedVersion: Number(found.version ?? 0) + 1 },
  };
};

/** The step without what only its maker needs. */
export const written = ({ changes: _, ...rest }: Step): Written => rest;

export const IF_NEW = 'attribute_not_exists(pk)';

/** An action beside the item's own, and what its failure means. */
export interface Beside {
  readonly action: Action;
  readonly otherwise: (found: Item | undefined) => string;
  /** Where the tombstone of an earlier record of this number is, if there is one. */
  readonly tombstone: Key;
}

interface Bringing {
  /** The whole item, as if nothing were there. */
  readonly fresh: Item;
  /** Done in one transaction with a new item. */
  readonly beside?: Beside;
  /** What stands there may keep some of its fields, or refuse the line. */
  readonly over?: (found: Item) => Item | Refused;
}

type Put = { readonly found: Item } | Refused | undefined;

/** No record was deleted here, or this deletion, whose tombstone goes: what is deleted next leaves one of its own. */
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

/** Puts a new record with what must be beside it. One that was deleted goes on where it ended (docs/writing-once.md). */
const putRecord = async (context: LoadContext, fresh: Item, { action, otherwise, tombstone }: Beside): Promise<Put> => {
  let left: Item | undefined;
  let item = fresh;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 1) await pauseBefore(attempt - 1);
    const Put = { Item: asLoaded(item, context), ConditionExpression: IF_NEW };
    const outcome = await context.table.transact([{ Put }, action, unlessDeleted(tombstone, left)]);
    if (!outcome) return undefined;
    const found = outcome.failed.get(0);
    // Its own first try may have landed without a response.
    if (found) return found.p0 !== undefined && found.p0 === item.p0 ? undefined : { found };
    if (outcome.failed.has(1)) return { refused: otherwise(outcome.failed.get(1)) };
    left = outcome.failed.get(2);
    item = left ? madeAgain(fresh, left) : fresh;
  }
  throw new StoreUnavailable('the record is deleted by others all the time');
};

/** Puts a new item, or finds what is there. */
const putNew = async (context: LoadContext, fresh: Item, beside: Beside | undefined): Promise<Put> => {
  if (beside) return putRecord(context, fresh, beside);
  const outcome = await context.table.put({ Item: asLoaded(fresh, context), ConditionExpression: IF_NEW });
  const found = outcome?.item;
  // Its own first try may have landed without a response.
  return found && !(found.p0 !== undefined && found.p0 === fresh.p0) ? { found } : undefined;
};

/** Where a dry run looks: what is there, or who is in the way of a new item. */
const lookOnly = async ({ table, owners }: LoadContext, fresh: Item, beside: Beside | undefined): Promise<Put> => {
  const found = await table.get(keyOf(fresh));
  if (found) return { found };
  const other = beside && 'Put' in beside.action ? beside.action.Put.Item : undefined;
  const taken = other && (await table.get(keyOf(other)));
  const isOthers = taken && (taken.partnerId !== other?.partnerId || taken.kind !== other?.kind);
  if (beside && isOthers) return { refused: beside.otherwise(taken) };
  for (const item of other ? [fresh, other] : [fresh]) owners.pretend(item);
  return undefined;
};

/** @throws StoreUnavailable where the record is written by others all the time; ItemTooLarge */
export const bring = async (context: LoadContext, { fresh, beside, over }: Bringing): Promise<Written> => {
  checkRecordBytes(recordBytes(fresh));
  const put = await (context.dryRun ? lookOnly : putNew)(context, fresh, beside);
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
    const saved = await saveVersion(store, { key: keyOf(fresh), changes, judgedOn: found, quiet: !context.events });
    if ('saved' in saved) return written(step);
    if (!saved.found) break;
    found = saved.found;
  }
  throw new StoreUnavailable('the record is written by others all the time');
};
