/** Forms of items: how one that was written before a change of what its attributes look like is read and rewritten. Pure. */
import type { Item } from './attributes.ts';
import type { Guard } from './expressions.ts';

/**
 * What makes the next form of an item: attributes by name, `null` removes one. It reads the item alone and never throws. What
 * is counted by `bytes` may change with it, keys may not (docs/migrating.md).
 */
export type Lift = (item: Item) => Readonly<Record<string, unknown>>;

/** The forms of an entity's items. Without them there is one. */
export interface Forms {
  /** The form of new items, and what the others are brought to. Earlier than the last one as long as a release that cannot read that may run. */
  readonly written: number;
  /** The first makes form 2 of form 1, the next form 3 of that. */
  readonly lifts: readonly Lift[];
}

/** The form of an item. */
export const formOf = ({ v }: Item): number => Number(v ?? 1);

const changed = (item: Item, changes: Readonly<Record<string, unknown>>): Item =>
  Object.fromEntries(Object.entries({ ...item, ...changes }).filter(([, value]) => value !== null));

/** What brings an item to a form, its `v` among it; nothing where it is in that form, or in a later one. */
export const changesTo = (form: number, item: Item, { lifts }: Forms): Readonly<Record<string, unknown>> => {
  const from = formOf(item);
  if (from >= form) return {};
  let lifted = item;
  const all: Record<string, unknown> = {};
  for (const lift of lifts.slice(from - 1, form - 1)) {
    const changes = lift(lifted);
    Object.assign(all, changes);
    lifted = changed(lifted, changes);
  }
  return { ...all, v: form };
};

/** An item in the last of its forms: what a reading function reads, whatever lies in the table. */
export const inLastForm = (item: Item, forms: Forms): Item =>
  changed(item, changesTo(forms.lifts.length + 1, item, forms));

/** What an update that was judged on an item asks for beside the version: bringing an item to another form keeps that. */
export const sameForm = (item: Item): Guard => ({ attribute: 'v', is: formOf(item) });
