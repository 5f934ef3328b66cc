/** A mutant: one change to the source that breaks a promise, and the tests that must notice it. */

/** A test: its file, and a part of its name as it stands in the file, with the names of its `describe` left out. */
export type NamedTest = readonly [file: string, name: string];

export interface Mutant {
  readonly name: string;
  /** The source that is changed. */
  readonly file: string;
  /** Stands in the source once. */
  readonly find: string;
  readonly replace: string;
  /** One of them at the least must fail. */
  readonly tests: readonly NamedTest[];
  /**
   * The promise that it breaks: `threat: ` and how a row of SECURITY.md begins to say what is done, `part: ` and a part of the
   * trust run, or `once: ` and the number of a promise of docs/writing-once.md.
   */
  readonly promise: string;
}

/** How often `find` stands in a text. */
export const occurrences = (text: string, find: string): number => text.split(find).length - 1;

/**
 * The source with the change made.
 *
 * @throws Error where `find` does not stand in it once
 */
export const mutate = (text: string, { name, file, find, replace }: Mutant): string => {
  const times = occurrences(text, find);
  if (times !== 1) throw new Error(`${name}: what it looks for stands ${times} times in ${file}`);
  return text.replace(find, () => replace);
};
