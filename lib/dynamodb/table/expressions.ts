/**
 * Builds update expressions. Names and values are passed separately, so that none is read as part of the expression.
 * Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Item } from './attributes.ts';

/** A condition on one attribute of the stored item, which can also be evaluated on an item that was read. */
export type Guard =
  | { readonly attribute: string; readonly is: string | number | boolean | undefined }
  | { readonly attribute: string; readonly isNot: string | number | boolean }
  | { readonly anyOf: readonly Guard[] };

/** Whether a condition holds on an item that was read. */
export const holds = (guard: Guard, item: Item): boolean => {
  if ('anyOf' in guard) return guard.anyOf.some((each) => holds(each, item));
  return 'is' in guard ? item[guard.attribute] === guard.is : item[guard.attribute] !== guard.isNot;
};

/** Whether the changes would change an item that was read. */
export const differs = (changes: Readonly<Record<string, unknown>>, item: Item): boolean =>
  Object.entries(changes).some(
    ([attribute, value]) => !isDeepStrictEqual(item[attribute] ?? undefined, value ?? undefined),
  );

/** An item after an update: `null` removes an attribute. */
export const withChanges = (item: Item, changes: Readonly<Record<string, unknown>>): Item =>
  Object.fromEntries(Object.entries({ ...item, ...changes }).filter(([, value]) => value !== null));

/** The placeholders of the nth attribute, cached as most updates use the same ones. */
const writtenAs = (index: number) => {
  const [name, value] = [`#${index}`, `:${index}`];
  return {
    name,
    value,
    set: `${name} = ${value}`,
    differs: `${name} <> ${value}`,
    exists: `attribute_exists(${name})`,
  };
};
const written: ReturnType<typeof writtenAs>[] = [];

/** The size of that cache; no record that a function updates has as many attributes. */
const MOST_KEPT = 256;

const partsOf = (index: number) => {
  const known = written[index];
  if (known) return known;
  const made = writtenAs(index);
  if (index === written.length && index < MOST_KEPT) written.push(made);
  return made;
};

/** Collects the clauses of an update of one item. */
export const expressionOf = () => {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const conditions: string[] = [];
  let sets = '';
  let removes = '';
  let count = 0;
  const partsFor = (attribute: string) => {
    const parts = partsOf(count++);
    names[parts.name] = attribute;
    return parts;
  };
  const conditionOf = (guard: Guard): string => {
    if ('anyOf' in guard) return `(${guard.anyOf.map(conditionOf).join(' OR ')})`;
    const { name, value } = partsFor(guard.attribute);
    const expected = 'is' in guard ? guard.is : guard.isNot;
    if (expected === undefined) return `attribute_not_exists(${name})`;
    values[value] = expected;
    return 'is' in guard ? `${name} = ${value}` : `(attribute_not_exists(${name}) OR ${name} <> ${value})`;
  };
  return {
    /** Sets attributes, or removes one with `null`, on condition that this changes the item. */
    change(changes: Readonly<Record<string, unknown>>): void {
      let anyDiffers = '';
      for (const attribute in changes) {
        const value = changes[attribute];
        const parts = partsFor(attribute);
        const isRemoved = value === null || value === undefined;
        if (isRemoved) {
          removes += removes === '' ? parts.name : `, ${parts.name}`;
        } else {
          values[parts.value] = value;
          sets += sets === '' ? parts.set : `, ${parts.set}`;
        }
        const differs = isRemoved ? parts.exists : parts.differs;
        anyDiffers += anyDiffers === '' ? differs : ` OR ${differs}`;
      }
      if (anyDiffers !== '') conditions.push(`(${anyDiffers})`);
    },
    /** Adds literal clauses with their values. */
    add(part: { readonly sets?: readonly string[]; readonly condition?: string; readonly values?: Item }): void {
      for (const set of part.sets ?? []) sets += sets === '' ? set : `, ${set}`;
      if (part.condition) conditions.push(part.condition);
      Object.assign(values, part.values);
    },
    require(guard: Guard): void {
      conditions.push(conditionOf(guard));
    },
    build: () => ({
      UpdateExpression: removes === '' ? `SET ${sets}` : `SET ${sets} REMOVE ${removes}`,
      ConditionExpression: conditions.join(' AND '),
      ...(count > 0 && { ExpressionAttributeNames: names }),
      ExpressionAttributeValues: values,
    }),
  };
};
