/**
 * Brings an item to what a line says of it. What is there is updated as every record is, with its marks and version
 * (docs/writing-once.md), and only where nobody has changed it since it was loaded.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Item } from '../../../lib/dynamodb/attributes.ts';
import { expressionOf } from '../../../lib/dynamodb/expressions.ts';
import { type Key, keyAttributes } from '../../../lib/dynamodb/keys.ts';
import { markAttributes, markUpdate, nextMark } from '../../../lib/dynamodb/marks.ts';
import { StoreUnavailable } from '../../../lib/dynamodb/outcomes.ts';
import { pauseBefore } from '../../../lib/dynamodb/pause.ts';
import { checkRecordBytes, recordBytes } from '../../../lib/dynamodb/record-size.ts';
import type { Action } from '../../../lib/dynamodb/transactions.ts';
import { saveVersion } from '../../../lib/dynamodb/versioned.ts';
import type { LoadContext, Refused, Written } from './lines/line.ts';

/** What an item has of its writes, and no line says. */
export const attributesOfWrites: readonly string[] = [...markAttributes, 'version', 'bytes', 'loadedVersion'];
const NOT_COMPARED = new Set(['pk', 'sk', ...attributesOfWrites]);
/** Attributes that change beside what people know as fields. */
const UNNAMED = new Set([...keyAttributes, 'type', 'v']);

/** A record is written by others so often that it is left for another run. */
const ATTEMPTS = 10;

export const keyOf = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) });

/** A new item as it is loaded. By `loadedVersion` the next load knows whether it has been changed since. */
export const asLoaded = (fresh: Item): Item => ({ ...fresh, loadedVersion: fresh.version });

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

/** The update of a stored item, as an action of a transaction. */
export const updateOf = (found: Item, changes: Changes): Action => {
  const { change, add, build } = expressionOf();
  change(changes);
  add(markUpdate(nextMark()));
  add({ condition: 'version = :version', values: { ':version': found.version } });
  add({ sets: ['bytes = :bytes'], values: { ':bytes': recordBytes({ ...found, ...changes }) } });
  return { Update: { Key: keyOf(found), ...build() } };
};

export const IF_NEW = 'attribute_not_exists(pk)';

/** An action beside the item's own, and what its failure means. */
export interface Beside {
  readonly action: Action;
  readonly otherwise: (found: Item | undefined) => string;
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

/** Puts a new item, or finds what is there. */
const putNew = async ({ table }: LoadContext, fresh: Item, beside: Beside | undefined): Promise<Put> => {
  const Put = { Item: asLoaded(fresh), ConditionExpression: IF_NEW };
  const isOurs = (found: Item | undefined) => found?.p0 !== undefined && found.p0 === fresh.p0;
  if (!beside) {
    const outcome = await table.put(Put);
    // Its own first try may have landed without a response.
    return outcome?.item && !isOurs(outcome.item) ? { found: outcome.item } : undefined;
  }
  const outcome = await table.transact([{ Put }, beside.action]);
  if (!outcome) return undefined;
  const found = outcome.failed.get(0);
  if (found) return isOurs(found) ? undefined : { found };
  return { refused: beside.otherwise(outcome.failed.get(1)) };
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
    const saved = await saveVersion(store, { key: keyOf(fresh), changes: step.changes, judgedOn: found });
    if ('saved' in saved) return written(step);
    if (!saved.found) break;
    found = saved.found;
  }
  throw new StoreUnavailable('the record is written by others all the time');
};
