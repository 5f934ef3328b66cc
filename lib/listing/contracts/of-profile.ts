/** Fields of a profile as a listing has them: the same schema, with the errors that all but the first operations answer. */
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

/** @param more - what differs on a listing: keywords of the schema, the description among them */
export const ofProfile = (schema: object, more: object = {}): object => ({ ...(later(schema) as object), ...more });

/** Several of them, by the names that both sides have. */
export const sameFields = <Name extends string>(properties: Readonly<Record<Name, object>>, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, ofProfile(properties[name])]));
