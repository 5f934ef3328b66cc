/** Messages of the queue of bulk updates: which slice of which job is to be executed. Pure. */
import type { JobName } from './job.ts';

export interface SliceName extends JobName {
  readonly slice: number;
}

/** One group for each partner: the queue is fair, so that no partner waits for another one's job. */
export const sliceMessage = ({ partnerId, accountNumber, jobId, slice }: SliceName, delaySeconds = 0) => ({
  body: JSON.stringify({ partnerId, accountNumber, jobId, slice }),
  group: partnerId,
  delaySeconds,
});

/** @throws Error if the text is not a valid message */
export const sliceFrom = (body: string): SliceName => {
  const { partnerId, accountNumber, jobId, slice } = JSON.parse(body);
  const isOne =
    [partnerId, jobId].every((each) => typeof each === 'string') &&
    [accountNumber, slice].every((each) => Number.isSafeInteger(each));
  if (!isOne) throw new Error('a message of the queue of bulk updates is none of ours');
  return { partnerId, accountNumber, jobId, slice };
};
