/** How jobs come to be: each in one transaction with what it is of. */
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { type Job, jobItem } from './job.ts';
import { jobDueItem } from './job-due.ts';

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
