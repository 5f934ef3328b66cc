/** What a schedule is about: a thing that clients write, the ways in which they write it, and what it ought to be then. */
import type { Answer, Sent } from '../client.ts';
import type { Item } from '../expressions.ts';
import type { State } from '../linearizable.ts';

/** What a request says; how it is sent (under a key, with `If-Match`, dry, twice at once) is chosen for all alike. */
export interface Draft {
  /** For the schedule that a failure prints. */
  readonly text: string;
  readonly sent: Sent;
  /** The state after it; `undefined` where a rule of what is stored refuses it. */
  apply(state: State): State | undefined;
  /** Whether a 200 shows this state. */
  shows(answer: Answer, state: State): boolean;
  /** Which operation it asks for, where a subject has several: each has keys of its own. */
  readonly operation?: string;
  /** Names of those records that it is checked on, which it may write; absent, all of the subject. */
  readonly records?: readonly string[];
  /** Where its `ETag` is not the subject's: it is sent without `If-Match`, and its answer gives no state a tag. */
  readonly hasVersions?: false;
}

/** What a draft may draw on. */
export interface Chance {
  pick<Choice>(choices: readonly Choice[]): Choice;
  /** A value that no other request has. */
  fresh(name: string): string;
}

export interface Subject {
  readonly name: string;
  readonly initial: State;
  /** The fields of each record, each of which has marks of its own: of unknown fate, a write lands on no newer one of them. */
  readonly records: Readonly<Record<string, readonly string[]>>;
  /** Whether its operations read `If-Match`, and answer an `ETag`. */
  readonly hasVersions: boolean;
  /** By weight, side by side. */
  readonly drafts: readonly (readonly [weight: number, draft: (chance: Chance) => Draft])[];
  /** Those of schedules in which few values are written. */
  readonly narrow?: Subject['drafts'];
  /** What stands in the table before. */
  items(partnerId: string): readonly Item[];
  /** The state that the table holds, when nothing is under way any more. */
  final(items: readonly Item[]): State;
}
