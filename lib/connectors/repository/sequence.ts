/**
 * Sequences: what goes one after the other. A sequence is an attribute of the item that its jobs are of, as a conversation's is of
 * the conversation: the job that is under way, and those that wait behind it. Pure.
 */
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { SequenceState } from './states.ts';

export interface Sequence {
  /** The id of the job that is under way. */
  readonly first?: string;
  /** The ids of those behind it, in their order. */
  readonly waiting: readonly string[];
}

/** So many may wait behind the first. */
const MOST_WAITING = 20;

/** The sequence of an item, which keeps it in its attribute `sequence`; an empty one of none. */
export const sequenceOf = (item: Item | undefined): Sequence => (item?.sequence ?? { waiting: [] }) as Sequence;

/** How full it is. */
export const sequenceState = ({ first, waiting }: Sequence): SequenceState => {
  if (first === undefined) return 'empty';
  if (waiting.length === 0) return 'busy';
  return waiting.length >= MOST_WAITING ? 'full' : 'queued';
};

/** Whether no further job may enter. */
export const isFull = (sequence: Sequence): boolean => sequenceState(sequence) === 'full';

/** The sequence with a job at its end. */
export const entered = (sequence: Sequence, id: string): Sequence =>
  sequence.first === undefined ? { ...sequence, first: id } : { ...sequence, waiting: [...sequence.waiting, id] };

/**
 * The sequence without a job that was under way or waited.
 *
 * @param next - the id of the job that goes next where this one was under way: those before it are gone
 */
export const left = (sequence: Sequence, id: string, next: string | undefined): Sequence => {
  if (sequence.first !== id) return { ...sequence, waiting: sequence.waiting.filter((each) => each !== id) };
  const from = next === undefined ? sequence.waiting.length : sequence.waiting.indexOf(next);
  return { ...(next !== undefined && { first: next }), waiting: sequence.waiting.slice(from + 1) };
};
