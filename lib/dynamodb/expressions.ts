/** Update expressions: names and values stand apart from the text, so that no name or value is read as part of it. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { Item } from './attributes.ts';

/** A condition on one attribute of the stored item, which can also be judged on an item that was found. */
export type Guard =
  | { readonly attribute: string; readonly is: string | number | boolean | undefined }
  | { readonly attribute: string; readonly isNot: string | number | boolean }
  | { readonly anyOf: readonly Guard[] };

/** Whether a condition holds on an item that was found. */
export const holds = (guard: Guard, item: Item): boolean => {
  if ('anyOf' in guard) return guard.anyOf.some((each) => holds(each, item));
  return 'is' in guard ? item[guard.attribute] === guard.is : item[guard.attribute] !== guard.isNot;
};

/** Whether changes change an item that was found. */
export const differs = (changes: Readonly<Record<string, unknown>>, item: Item): boolean =>
  Object.entries(changes).some(
    ([attribute, value]) => !isDeepStrictEqual(item[attribute] ?? undefined, value ?? undefined),
  );

/** How the attribute of a number is written in an expression: most updates have the same numbers. */
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

/** More are written each time: no record that a function updates has as many. */
const MOST_KEPT = 256;

const partsOf = (index: number) => {
  const known = written[index];
  if (known) return known;
  const made = writtenAs(index);
  if (index === written.length && index < MOST_KEPT) written.push(made);
  return made;
};

/** Collects the parts of an update of one item. */
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
    /** Sets attributes, or removes one by `null`, on the condition that this changes the item. */
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
    /** Adds parts that are written out, with their values. */
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
