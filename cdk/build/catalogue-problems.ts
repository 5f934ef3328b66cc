/** What is wrong in a catalogue, and how duplicates are found. Pure. */
import type { CatalogueFile } from './catalogue-schemas.ts';

/** An error in a file, at a path such as `[3].name`. */
export interface Problem {
  readonly file: CatalogueFile;
  readonly path: string;
  readonly what: string;
}

/** A value and its path. */
export type Placed = readonly [path: string, value: string | number];
export type Found = Omit<Problem, 'file'>;

/** Finds duplicates, ignoring case, of values that must be unique. */
export const doubled = (placed: readonly Placed[]): Found[] => {
  const first = new Map<string, string>();
  return placed.flatMap(([path, value]) => {
    const key = String(value).trim().toLowerCase();
    const before = first.get(key);
    if (before === undefined) first.set(key, path);
    return before === undefined ? [] : [{ path, what: `is ${JSON.stringify(value)}, which ${before} is already` }];
  });
};

/** A field of each row with its path. */
export const each = <Name extends string>(
  rows: readonly { readonly [Field in Name]: string | number }[],
  name: Name,
  at = '',
): Placed[] => rows.map((row, index) => [`${at}[${index}].${name}`, row[name]]);
