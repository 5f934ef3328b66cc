/** The states of a job and of a sequence, and what leads from one to another: docs/pictures draws them from here. Pure. */

/** One step from a state to another. A new item comes from the empty name. */
export interface Move<State extends string> {
  readonly from: State | '';
  readonly to: State;
  /** What happens, as the picture says it. */
  readonly when: string;
}

/** @throws Error for a step that the states do not have */
export const requireMove = <State extends string>(moves: readonly Move<State>[], from: State, to: State): void => {
  if (!moves.some((move) => move.from === from && move.to === to))
    throw new Error(`no step leads from ${from} to ${to}`);
};

/** The result of a job. */
export type ResultStatus = 'done' | 'failed' | 'rejected';
/** `waiting`: behind another one of its sequence. `accepted`: a 202 came, and the result is to be reported. */
export type JobStatus = 'waiting' | 'pending' | 'accepted' | ResultStatus;

const ended = (from: JobStatus, by: string): readonly Move<JobStatus>[] => [
  { from, to: 'done', when: `${by} done` },
  { from, to: 'failed', when: from === 'waiting' ? `${by} failed` : `${by} failed, or no result in time` },
  { from, to: 'rejected', when: `${by} rejected` },
];

export const JOB_MOVES: readonly Move<JobStatus>[] = [
  { from: '', to: 'pending', when: 'nothing before it' },
  { from: '', to: 'waiting', when: 'behind another in its sequence' },
  { from: 'waiting', to: 'pending', when: 'its turn has come' },
  { from: 'pending', to: 'accepted', when: 'answered 202' },
  ...ended('pending', 'answered or reported'),
  ...ended('accepted', 'reported'),
  ...ended('waiting', 'reported'),
  { from: 'failed', to: 'done', when: 'a late done, if it failed without a result' },
];

/** Every status of a job. */
export const JOB_STATUSES: readonly JobStatus[] = [...new Set(JOB_MOVES.map(({ to }) => to))];

/** How full a sequence is: `busy` has one job under way and none behind it. */
export type SequenceState = 'empty' | 'busy' | 'queued' | 'full';

export const SEQUENCE_MOVES: readonly Move<SequenceState>[] = [
  { from: '', to: 'empty', when: 'a new record' },
  { from: 'empty', to: 'busy', when: 'a job enters and is sent' },
  { from: 'busy', to: 'queued', when: 'a job enters and waits' },
  { from: 'queued', to: 'full', when: 'the 20th job waits' },
  { from: 'full', to: 'queued', when: 'the first leaves: the next is sent' },
  { from: 'queued', to: 'busy', when: 'the first leaves: the last that waits is sent' },
  { from: 'busy', to: 'empty', when: 'the job ends, or is accepted' },
];
