/**
 * Jobs: what a connector is to do. Each is an item below its account until 30 days after its end. What is sent is made
 * again for each try of what the job names (docs/connectors.md).
 */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf } from '../../dynamodb/table/entity.ts';
import { epochSeconds } from '../../dynamodb/table/expiry.ts';
import { digest, type Key, ofPartner, sortableTime } from '../../dynamodb/table/keys.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { firstMark } from '../../dynamodb/writes/marks.ts';
import type { Attempt, DeliveryStatus } from '../../subscriptions/repository/delivery.ts';
import type { Channel } from './channels.ts';
import type { ReportRow } from './report-row.ts';
import type { JobStatus } from './states.ts';
import type { Pace } from './times.ts';

export type Act = 'post.publish' | 'post.edit' | 'post.delete' | 'message.send';

/** What names a job: its id, and the partner whose it is. */
export interface JobName {
  readonly partnerId: string;
  readonly id: string;
}

export interface Job extends JobName {
  readonly accountNumber: number;
  readonly act: Act;
  readonly channel: Channel;
  readonly locationNumber: number;
  /** The contact that a message is for: erased with it. */
  readonly contactId?: number;
  /** What its kind names it by (`JobKind`). */
  readonly of: Readonly<Record<string, string | number>>;
  readonly status: JobStatus;
  /** The number of its step: a message of the queue of an earlier turn is a duplicate. */
  readonly turn: number;
  /** Tries that failed. */
  readonly tries: number;
  /** Epoch milliseconds: when it is tried next, and when it ends without a result. */
  readonly nextAttemptAt?: number;
  readonly deadline?: number;
  /** Until then a try holds it, in epoch milliseconds. */
  readonly claimedUntil?: number;
  /** The newest 20, oldest first. */
  readonly attempts: readonly Attempt[];
  /** The connector of the last try. */
  readonly connectorId?: string;
  /** Of what was done: its id and URL outside. */
  readonly resultId?: string;
  readonly resultUrl?: string;
  /** Why it failed or was rejected. */
  readonly reason?: string;
  /** It ended without a result of the connector. */
  readonly isEndedByUs?: true;
  /** The row that ended it. */
  readonly report?: ReportRow;
}

/** A job as it stands in the table. */
export interface StoredJob extends Job {
  readonly item: Item;
}

const KEPT_MILLISECONDS = 30 * 24 * 3600 * 1000;

const ID = /^job_([0-9a-z]{1,11})_([0-9]{13}_[0-9a-f]{16})$/;

/**
 * The id of a job: the same for what makes it twice.
 *
 * @param at - epoch milliseconds
 * @param madeOf - what it is of
 */
export const jobId = (accountNumber: number, at: number, ...madeOf: readonly (string | number)[]): string =>
  `job_${accountNumber.toString(36)}_${sortableTime(at)}_${digest(...madeOf).slice(0, 16)}`;

const partsOf = (id: string): { readonly accountNumber: number; readonly sk: string } | undefined => {
  const [, account = '', sk = ''] = ID.exec(id) ?? [];
  const accountNumber = Number.parseInt(account, 36);
  const isOne = Number.isSafeInteger(accountNumber) && accountNumber.toString(36) === account;
  return isOne ? { accountNumber, sk } : undefined;
};

/** When a job was made, in epoch milliseconds. */
export const madeAt = (id: string): number => Number(partsOf(id)?.sk.slice(0, 13) ?? 0);

/** The account of a job; `undefined` for what is no id of one. */
export const accountOfJob = (id: string): number | undefined => partsOf(id)?.accountNumber;

/** How listDeliveries shows the status of a job. */
export const listedStatus = (status: JobStatus): DeliveryStatus => {
  if (status === 'done') return 'delivered';
  return status === 'failed' || status === 'rejected' ? 'failed' : 'pending';
};

/** Where the jobs of an account lie, and the index lists them all; with a status, where it lists those. */
export const jobsPartition = (partnerId: string, accountNumber: number, status?: DeliveryStatus): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'JOBS', ...(status ? [status] : []));

/** @throws Error for what is no id of a job */
export const jobKey = ({ partnerId, id }: JobName): Key => {
  const parts = partsOf(id);
  if (!parts) throw new Error(`${id} is no id of a job`);
  return { pk: jobsPartition(partnerId, parts.accountNumber), sk: parts.sk };
};

/** What changes with the status of a job: the index lists it by that, and it expires once it has ended. */
export const statusAttributes = ({ partnerId, accountNumber }: Job, status: JobStatus, now: number) => ({
  status,
  gsi1pk: jobsPartition(partnerId, accountNumber, listedStatus(status)),
  ...(isOpen({ status }) ? {} : { expiresAtSeconds: epochSeconds(now + KEPT_MILLISECONDS) }),
});

/** A new item for a job. */
export const jobItem = (job: Job): Item => {
  const { pk, sk } = jobKey(job);
  return itemOf(
    'job',
    { ...job, ...firstMark(), bytes: recordBytes({ ...job }) },
    {
      ...{ pk, sk, gsi2pk: pk, gsi2sk: sk, gsi1sk: sk },
      gsi1pk: jobsPartition(job.partnerId, job.accountNumber, listedStatus(job.status)),
    },
  );
};

/** The job that an item holds: the opposite of `jobItem`. */
export const jobFrom = (item: Item): StoredJob => ({
  ...(item as unknown as Job),
  attempts: (item.attempts ?? []) as readonly Attempt[],
  turn: Number(item.turn),
  tries: Number(item.tries ?? 0),
  item,
});

/** Whether a job has not ended. */
export const isOpen = ({ status }: Pick<Job, 'status'>): boolean =>
  status === 'waiting' || status === 'pending' || status === 'accepted';

/** What the deadlines of a job follow. */
export const paceOf = (act: Act): Pace => {
  if (act === 'post.publish') return 'publish';
  return act === 'message.send' ? 'message' : 'change';
};
