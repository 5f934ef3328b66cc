/** Profile fields in a listing: the same schemas, with the error variants of later operations. */
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';

type Node = { readonly [keyword: string]: unknown };

const LATER: ReadonlyMap<number, ErrorEntry> = new Map(
  [
    laterErrors.nameTooShort,
    laterErrors.nameTooLong,
    laterErrors.phoneInvalid,
    laterErrors.keywordsTooLong,
    laterErrors.categoryInvalid,
  ].map((entry) => [entry.code, entry]),
);

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const later = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(later);
  if (!isNode(value)) return value;
  if (typeof value.code === 'number' && typeof value.status === 'number') return LATER.get(value.code) ?? value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, later(each)]));
};

/** @param more - schema keywords that differ on a listing, including the description */
export const ofProfile = (schema: object, more: object = {}): object => ({ ...(later(schema) as object), ...more });

/** Several profile fields with the same name on both sides. */
export const sameFields = <Name extends string>(properties: Readonly<Record<Name, object>>, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, ofProfile(properties[name])]));
