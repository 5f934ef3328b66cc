/** The address of a record as replies and lists show it. Pure. */

/** A profile by path, a row of the index or a complete item. */
type Fields = Readonly<Record<string, unknown>>;

/** The text of a field; blank where it has none. */
export const textIn = (fields: Fields, path: string): string => String(fields[path] ?? '');

const NAMES = ['address1', 'address2', 'city', 'state', 'zip', 'countryCode'] as const;

export type Address = Readonly<Record<(typeof NAMES)[number], string>>;

export const addressIn = (fields: Fields): Address =>
  Object.fromEntries(NAMES.map((name) => [name, textIn(fields, `location.${name}`)])) as unknown as Address;
