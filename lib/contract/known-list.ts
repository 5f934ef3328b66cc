/** A list of names of a catalogue, as a request sends it. Pure. */
import { invalid } from './errors.ts';
import type { Violation } from './violations.ts';

/** Names of one kind. */
export interface Known {
  /** The spelling of the catalogue; `undefined` for a text that is no such name. */
  readonly find: (text: string) => string | undefined;
  /** What a field that has another text must be. */
  readonly problem: string;
}

/**
 * The names in the spelling of the catalogue, none if no list is sent; and a violation for each that it lacks.
 *
 * @param name - of the field
 */
export const knownIn = (
  list: unknown,
  name: string,
  { find, problem }: Known,
): { readonly known: ReadonlySet<string> | undefined; readonly violations: readonly Violation[] } => {
  const found = (Array.isArray(list) ? list : []).map((text) => find(String(text)));
  const violations: Violation[] = [];
  for (const [row, each] of found.entries()) {
    const path = `${name}[${row}]`;
    if (each === undefined) violations.push({ path, error: invalid(path, problem) });
  }
  return { known: found.length > 0 ? new Set(found.flatMap((each) => each ?? [])) : undefined, violations };
};
