/**
 * Decides whether a refused write has landed, for every kind of write: no other place does (docs/writing-once.md).
 * Pure.
 */
import type { Refused } from '../client/outcomes.ts';
import type { Item } from '../table/attributes.ts';
import { KEPT, marksOf, newestMark, versionOf } from './marks.ts';

/** `landed`: by an earlier try. `cannotLand`: no try has landed, and none will. `unknown`: neither can be shown. */
export type Fate = 'landed' | 'cannotLand' | 'unknown';

/** The item that a refused write found at the key of a record that it writes. */
export interface Found {
  readonly item: Item;
  /** The version that the write was based on: 0 if there was no item, `undefined` if the record was not read. */
  readonly basedOn: number | undefined;
}

export interface Refusal {
  /** The write's mark, the same in all of its tries. */
  readonly mark: string;
  /** The item of each record whose condition failed; empty if only conditions on other items failed. */
  readonly found: readonly Found[];
  /** Whether a try ended without a response that says whether it was applied. */
  readonly uncertain: boolean;
  /** Whether the write stores an idempotency record, and found its key free. */
  readonly keyIsFree: boolean;
}

/** Whether an item shows that the write has not landed, and that its condition will fail at every later try. */
const excludes = ({ item, basedOn }: Found, mark: string): boolean => {
  const since = basedOn === undefined ? 0 : versionOf(item) - basedOn;
  // A version never comes back.
  if (since > 0 && since < KEPT) return true;
  const marks = marksOf(item);
  // The newest mark only rises, so the condition fails forever. Marks are dropped from the lowest on: if a lower one is
  // kept, or if none was dropped yet, the write's own mark would be kept too.
  return newestMark(item) > mark && (marks.length < KEPT || marks.some((kept) => kept < mark));
};

/** The fate of a refused write. */
export const fateOf = ({ mark, found, uncertain, keyIsFree }: Refusal): Fate => {
  if (found.some(({ item }) => marksOf(item).includes(mark))) return 'landed';
  if (!uncertain) return 'cannotLand';
  // The write takes its key when it lands, and any other outcome of the request takes the key before the response is
  // sent.
  if (keyIsFree) return 'cannotLand';
  return found.length > 0 && found.every((each) => excludes(each, mark)) ? 'cannotLand' : 'unknown';
};

/**
 * The item that an earlier try of a refused update has written, for items that keep no marks.
 *
 * @param isOwn - whether this update, and no other write, leaves an item in this state
 */
export const writtenEarlier = (
  { uncertain, item }: Pick<Refused, 'uncertain' | 'item'>,
  isOwn: (item: Item) => boolean,
): Item | undefined => (uncertain && item && isOwn(item) ? item : undefined);
