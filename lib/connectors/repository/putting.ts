/** How jobs come to be: each in one transaction with what it is of. */
import { ItemTooLarge } from '../../dynamodb/client/outcomes.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { type Job, jobItem } from './job.ts';
import { jobDueItem } from './job-due.ts';

/**
 * A request has at most 64 KB. Next to its content it has ids, and names and addresses as they are at each try: 12 KB at
 * most.
 */
const MOST_CONTENT_BYTES = 52 * 1024;

/**
 * @param content - what the partner has said, as requests show it
 * @throws ItemTooLarge if a request with it could be too large
 */
export const checkContent = (content: object): void => {
  const bytes = Buffer.byteLength(JSON.stringify(content));
  if (bytes > MOST_CONTENT_BYTES) throw new ItemTooLarge(`${bytes} bytes are more than a job may have`);
};

/** What a module says of a new job. */
export type NewJob = Pick<Job, 'id' | 'partnerId' | 'accountNumber' | 'act' | 'channel' | 'locationNumber' | 'of'> &
  Partial<Pick<Job, 'contactId'>>;

/** When a new job goes: now, under a deadline, or once it is the first of its sequence. Epoch milliseconds. */
export type Begin = { readonly now: number; readonly deadline: number } | 'waiting';

/**
 * The actions that put a new job, for the transaction of what it is of: the job, on condition that there is none, and what
 * ends it at its deadline. The stream has it sent.
 */
export const jobActions = (job: NewJob, begin: Begin): readonly Action[] => {
  const isWaiting = begin === 'waiting';
  const complete: Job = {
    ...job,
    status: isWaiting ? 'waiting' : 'pending',
    turn: 1,
    tries: 0,
    attempts: [],
    ...(!isWaiting && { nextAttemptAt: begin.now, deadline: begin.deadline }),
  };
  return [
    { Put: { Item: jobItem(complete), ConditionExpression: 'attribute_not_exists(pk)' } },
    ...(isWaiting ? [] : [{ Put: { Item: jobDueItem(job, begin.deadline) } }]),
  ];
};
