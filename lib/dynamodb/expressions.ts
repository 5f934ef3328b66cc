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

/** Collects the parts of an update of one item. */
export const expressionOf = () => {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const sets: string[] = [];
  const removes: string[] = [];
  const conditions: string[] = [];
  let count = 0;
  const nameFor = (attribute: string): string => {
    const name = `#f${count++}`;
    names[name] = attribute;
    return name;
  };
  const valueFor = (value: unknown): string => {
    const name = `:v${count++}`;
    values[name] = value;
    return name;
  };
  const conditionOf = (guard: Guard): string => {
    if ('anyOf' in guard) return `(${guard.anyOf.map(conditionOf).join(' OR ')})`;
    const name = nameFor(guard.attribute);
    if ('isNot' in guard) return `(attribute_not_exists(${name}) OR ${name} <> ${valueFor(guard.isNot)})`;
    return guard.is === undefined ? `attribute_not_exists(${name})` : `${name} = ${valueFor(guard.is)}`;
  };
  return {
    /** Sets attributes, or removes one by `null`, on the condition that this changes the item. */
    change(changes: Readonly<Record<string, unknown>>): void {
      let differs = '';
      for (const attribute in changes) {
        const value = changes[attribute];
        const name = nameFor(attribute);
        if (differs !== '') differs += ' OR ';
        if (value === null || value === undefined) {
          removes.push(name);
          differs += `attribute_exists(${name})`;
        } else {
          const text = valueFor(value);
          sets.push(`${name} = ${text}`);
          differs += `${name} <> ${text}`;
        }
      }
      if (differs !== '') conditions.push(`(${differs})`);
    },
    /** Adds parts that are written out, with their values. */
    add(part: { readonly sets?: readonly string[]; readonly condition?: string; readonly values?: Item }): void {
      sets.push(...(part.sets ?? []));
      if (part.condition) conditions.push(part.condition);
      Object.assign(values, part.values);
    },
    require(guard: Guard): void {
      conditions.push(conditionOf(guard));
    },
    build: () => ({
      UpdateExpression: [`SET ${sets.join(', ')}`, removes.length > 0 ? `REMOVE ${removes.join(', ')}` : '']
        .join(' ')
        .trim(),
      ConditionExpression: conditions.join(' AND '),
      ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
      ExpressionAttributeValues: values,
    }),
  };
};
