/**
 * Items as DynamoDB's JSON spells them: `{ name: 'a' }` is `{ name: { S: 'a' } }`. What the table holds came as JSON, so
 * there are neither sets nor binary values. Pure.
 */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';

export type Item = Record<string, unknown>;
export type Attributes = Record<string, AttributeValue>;

/** An object of the same names, each with what `map` makes of its value; a name without any is left out. */
const mapped = <From, To>(from: Readonly<Record<string, From>>, map: (value: From) => To | undefined) => {
  const to: Record<string, To> = {};
  for (const name of Object.keys(from)) {
    const value = map(from[name]!);
    // Set like any other, this name would change what the object is.
    if (name === '__proto__') Object.defineProperty(to, name, { value, ...PLAIN });
    else if (value !== undefined) to[name] = value;
  }
  return to;
};

const PLAIN = { enumerable: true, configurable: true, writable: true } as const;

const toAttribute = (value: unknown): AttributeValue => {
  switch (typeof value) {
    case 'string':
      return { S: value };
    case 'number':
      // The table would keep another number than this one, or none.
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

/** The attributes of an item; what is `undefined` is left out. */
export const toAttributes = (item: object): Attributes =>
  mapped(item as Item, (value) => (value === undefined ? undefined : toAttribute(value)));

const fromAttribute = (attribute: AttributeValue): unknown => {
  if (attribute.S !== undefined) return attribute.S;
  if (attribute.N !== undefined) return Number(attribute.N);
  if (attribute.M !== undefined) return fromAttributes(attribute.M);
  if (attribute.L !== undefined) return attribute.L.map(fromAttribute);
  if (attribute.BOOL !== undefined) return attribute.BOOL;
  if (attribute.NULL !== undefined) return null;
  throw new TypeError(`The table holds a value of a kind that none of ours is: ${Object.keys(attribute)}`);
};

/** The opposite of `toAttributes`. */
export const fromAttributes = (attributes: Attributes): Item => mapped(attributes, fromAttribute);
