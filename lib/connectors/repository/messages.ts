/** Messages of the queue of jobs: each of its work is repeated without harm. */
import type { StreamRecord } from '../../dynamodb/stream/records.ts';
import type { Queues } from '../../dynamodb/stream/roles.ts';
import type { Key } from '../../dynamodb/table/keys.ts';
import { keyOf } from '../../dynamodb/writes/dependent-items.ts';
import type { QueueMessage } from '../../queue/client.ts';
import { accountOfJob, type Job, jobFrom } from './job.ts';

/** A try of a job. */
export interface JobMessage {
  readonly work: 'job';
  readonly partnerId: string;
  readonly channel: string;
  readonly id: string;
  readonly turn: number;
  /** It was kept: what followed the turn may have been cut off. */
  readonly isKept?: true;
}

/** What the sandbox connector reports by itself. */
export interface ReportMessage {
  readonly work: 'report';
  readonly partnerId: string;
  readonly id: string;
  readonly status: 'done' | 'failed';
  readonly resultId?: string;
  readonly resultUrl?: string;
  readonly reason?: string;
}

/** Work of another module by which jobs come to be. */
export interface OtherMessage {
  readonly work: 'post' | 'change';
  readonly partnerId: string;
  readonly accountNumber: number;
  readonly trackingId: string;
  /** When the post is due, in epoch milliseconds; or the mark of the command to change it. */
  readonly of: number | string;
}

/** A tombstone that is shown once more: what was to wait for events of the deletion goes then. */
export interface RemovalMessage {
  readonly work: 'removal';
  readonly partnerId: string;
  readonly accountNumber: number;
  /** Its key. */
  readonly of: Key;
  /** Its mark: with another one, its record was back meanwhile. */
  readonly mark: string;
}

export type WorkMessage = JobMessage | ReportMessage | OtherMessage | RemovalMessage;

/** The queue is fair by connector: however many jobs one has, they delay no other's. */
const groupOf = (message: WorkMessage): string => {
  const { partnerId } = message;
  if ('accountNumber' in message) return `${partnerId}#${message.accountNumber}`;
  return `${partnerId}#${accountOfJob(message.id) ?? 0}#${message.work === 'job' ? message.channel : ''}`;
};

/** @param delaySeconds - at most a quarter of an hour */
export const queuedWork = (message: WorkMessage, delaySeconds = 0): QueueMessage => ({
  body: JSON.stringify(message),
  group: groupOf(message),
  delaySeconds,
});

export const jobMessage = ({ partnerId, channel, id, turn }: Job): JobMessage => ({
  work: 'job',
  partnerId,
  channel,
  id,
  turn,
});

/** Sends a job that has come to be, or is the first of its sequence by now. */
export const sendJob = async ({ newImage, deadline }: StreamRecord, { jobs }: Pick<Queues, 'jobs'>): Promise<void> => {
  if (newImage?.status !== 'pending') return;
  await jobs.within({ deadline }).send([queuedWork(jobMessage(jobFrom(newImage)))]);
};

/** Has a tombstone shown again, so many seconds after it was made. */
export const sendRemoval =
  (delaySeconds: number) =>
  async ({ newImage, deadline }: StreamRecord, { jobs }: Pick<Queues, 'jobs'>): Promise<void> => {
    if (!newImage) return;
    const { partnerId, accountNumber, p0 } = newImage;
    const message: RemovalMessage = {
      work: 'removal',
      ...{ partnerId: String(partnerId), accountNumber: Number(accountNumber) },
      ...{ of: keyOf(newImage), mark: String(p0) },
    };
    await jobs.within({ deadline }).send([queuedWork(message, delaySeconds)]);
  };

const WORKS: readonly unknown[] = ['job', 'report', 'post', 'change', 'removal'];

/** @throws Error for what is no message of ours */
export const workFrom = (text: string): WorkMessage => {
  const message = JSON.parse(text) as WorkMessage;
  if (!WORKS.includes(message.work) || typeof message.partnerId !== 'string')
    throw new Error('a message of the queue of jobs is none of ours');
  return message;
};
