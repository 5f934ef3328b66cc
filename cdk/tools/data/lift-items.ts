/**
 * Brings all items of a table to the form that this release writes (docs/migrating.md: the rest). Marks and version stay as they
 * are: nobody has changed the record, so that its `ETag` holds and no event is told.
 */
import type { Item } from '../../../lib/dynamodb/attributes.ts';
import type { Entity } from '../../../lib/dynamodb/entity.ts';
import { expressionOf, type Guard } from '../../../lib/dynamodb/expressions.ts';
import { changesTo, type Forms, formOf, sameForm } from '../../../lib/dynamodb/form.ts';
import { isRefused } from '../../../lib/dynamodb/outcomes.ts';
import { keyOf } from '../../../lib/dynamodb/parts.ts';
import { recordBytes } from '../../../lib/dynamodb/record-size.ts';
import type { Table } from '../../../lib/dynamodb/table.ts';
import type { OpenTable } from '../open-table.ts';
import { scanPages } from './commands/scan.ts';
import { untilAvailable } from './retry.ts';

export interface LiftOptions {
  readonly entities: readonly Entity[];
  readonly dryRun?: boolean | undefined;
  /** The position that `onPage` was given last, where an earlier run was cut off. */
  readonly from?: Item | undefined;
  /** Told after each page what comes next: all before it is done. */
  onPage?(next: Item | undefined): Promise<void>;
}

/** How many items of a type there are in a form, and what became of them. */
export interface FormCount {
  readonly type: string;
  readonly form: number;
  items: number;
  /** Brought to the form that is written, or, in a dry run, to be brought. */
  lifted: number;
  /** Changed by others each time: the next run finds them. */
  left: number;
}

const MOST_TRIES = 5;
const AT_ONCE = 25;

/** That an item is still what was read: by its version, or, where nothing counts its writes, by all that it holds. */
const unchanged = (item: Item): readonly Guard[] =>
  item.version === undefined
    ? // DynamoDB compares lists and objects as a whole.
      Object.entries(item).map(([attribute, value]) => ({ attribute, is: value as string }))
    : [{ attribute: 'version', is: Number(item.version) }, sameForm(item)];

const liftInput = (item: Item, changes: Readonly<Record<string, unknown>>) => {
  const { change, add, require, build } = expressionOf();
  change(changes);
  for (const guard of unchanged(item)) require(guard);
  if (item.bytes !== undefined)
    add({ sets: ['bytes = :bytes'], values: { ':bytes': recordBytes({ ...item, ...changes }) } });
  add({ condition: 'attribute_exists(pk)', values: {} });
  return { Key: keyOf(item), ...build() };
};

/** @returns whether the item is in the form that is written, or gone */
const lift = async (table: Table, read: Item, forms: Forms): Promise<boolean> => {
  let item = read;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const changes = changesTo(forms.written, item, forms);
    if (Object.keys(changes).length === 0) return true;
    const outcome = await untilAvailable(() => table.update(liftInput(item, changes)));
    if (!isRefused(outcome) || !outcome.item) return true;
    item = outcome.item;
  }
  return false;
};

/** @returns what was found, by type and form */
export const liftItems = async (
  table: OpenTable,
  { entities, dryRun = false, from, onPage }: LiftOptions,
): Promise<readonly FormCount[]> => {
  const formsOf = new Map(entities.map(({ type, forms }) => [type, forms]));
  const counts = new Map<string, FormCount>();
  const countOf = (item: Item): FormCount => {
    const [type, form] = [String(item.type), formOf(item)];
    const count = counts.get(`${type} ${form}`) ?? { type, form, items: 0, lifted: 0, left: 0 };
    counts.set(`${type} ${form}`, count);
    return count;
  };
  const see = async (item: Item): Promise<void> => {
    const count = countOf(item);
    count.items++;
    const forms = formsOf.get(count.type);
    if (!forms || count.form >= forms.written) return;
    if (dryRun || (await lift(table, item, forms))) count.lifted++;
    else count.left++;
  };
  for await (const { items, next } of scanPages(table, from)) {
    for (let first = 0; first < items.length; first += AT_ONCE)
      await Promise.all(items.slice(first, first + AT_ONCE).map(see));
    await onPage?.(next);
  }
  return [...counts.values()].sort((a, b) => a.type.localeCompare(b.type) || a.form - b.form);
};
