/**
 * Finds the differences between two versions of a record, as a get operation returns it: paths of fields, two levels deep
 * (docs/decisions.md: events). Pure.
 */
import { isDeepStrictEqual } from 'node:util';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const CUSTOM_FIELDS = 'customFields';

/** Rows by id: custom fields are compared by id. */
const byId = (rows: unknown): Fields =>
  Object.fromEntries(
    (Array.isArray(rows) ? rows : []).map((row, index) => [isFields(row) && row.id ? row.id : `row ${index}`, row]),
  );

const differing = (before: Fields, after: Fields): string[] =>
  Object.keys({ ...before, ...after }).filter((name) => !isDeepStrictEqual(before[name], after[name]));

/** The child fields of a name, if it has any. */
const below = (name: string, value: unknown): Fields | undefined => {
  if (name === CUSTOM_FIELDS) return byId(value);
  if (value === undefined) return {};
  return isFields(value) ? value : undefined;
};

/** The changed paths, `['name', 'location.city', 'customFields.4101']`, in field order, without the given names. */
export const changedPaths = (before: Fields, after: Fields, without: ReadonlySet<string>): string[] =>
  differing(before, after)
    .filter((name) => !without.has(name))
    .flatMap((name) => {
      const [old, now] = [below(name, before[name]), below(name, after[name])];
      const inner = old && now ? differing(old, now) : [];
      return inner.length === 0 ? [name] : inner.map((each) => `${name}.${each}`);
    });
