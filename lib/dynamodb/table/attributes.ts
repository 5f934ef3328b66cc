/**
 * Converts items to and from DynamoDB's JSON: `{ name: 'a' }` is `{ name: { S: 'a' } }`. The table's data came as JSON,
 * so there are neither sets nor binary values. Pure.
 */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';

export type Item = Record<string, unknown>;
export type Attributes = Record<string, AttributeValue>;

/** Sets a field, `__proto__` too: plain assignment of that name would change the object's prototype. */
const setField = <Value>(fields: Record<string, Value>, name: string, value: Value): void => {
  if (name === '__proto__')
    Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true });
  else fields[name] = value;
};

const toAttribute = (value: unknown): AttributeValue => {
  switch (typeof value) {
    case 'string':
      return { S: value };
    case 'number':
      // DynamoDB has neither NaN nor infinity.
      if (!Number.isFinite(value)) throw new TypeError(`${value} is no number that the table takes`);
      return { N: String(value) };
    case 'boolean':
      return { BOOL: value };
    case 'object':
      if (value === null) return { NULL: true };
      return Array.isArray(value)
        ? { L: value.filter((each) => each !== undefined).map(toAttribute) }
        : { M: toAttributes(value) };
    default:
      throw new TypeError(`A ${typeof value} is no value that the table takes`);
  }
};

/** The attributes of an item; `undefined` values are left out. */
export const toAttributes = (item: object): Attributes => {
  const attributes: Attributes = {};
  for (const name in item) {
    const value = (item as Item)[name];
    if (value !== undefined) setField(attributes, name, toAttribute(value));
  }
  return attributes;
};

/** Reads the one property of an attribute, its type: checking for each type in turn takes half as long again. */
const fromAttribute = (attribute: AttributeValue): unknown => {
  for (const kind in attribute) {
    const value = (attribute as unknown as Record<string, unknown>)[kind];
    switch (kind) {
      case 'S':
      case 'BOOL':
        return value;
      case 'N':
        return Number(value);
      case 'M':
        return fromAttributes(value as Attributes);
      case 'L':
        return (value as AttributeValue[]).map(fromAttribute);
      case 'NULL':
        return null;
    }
  }
  throw new TypeError(`The table holds a value of a kind that none of ours is: ${Object.keys(attribute)}`);
};

/** The opposite of `toAttributes`. */
export const fromAttributes = (attributes: Attributes): Item => {
  const item: Item = {};
  for (const name in attributes) setField(item, name, fromAttribute(attributes[name]!));
  return item;
};
