/** What bulk updates declare (lib/entities.ts). */
import { chunksOf } from '../../dynamodb/client/concurrency.ts';
import type { EventsOf } from '../../dynamodb/stream/change.ts';
import type { StreamRecord } from '../../dynamodb/stream/records.ts';
import type { Queues, Work } from '../../dynamodb/stream/roles.ts';
import type { Entity } from '../../dynamodb/table/entity.ts';
import { deletionOf, listedAt, lyingAt } from '../../dynamodb/writes/dependent-items.ts';
import { JOB_STATES, jobFrom, jobsPartition, pointerKey, slicesOf } from './job.ts';
import { sliceMessage } from './message.ts';

const text = { type: 'string' } as const;
const number = { type: 'integer' } as const;

const ENDED: readonly unknown[] = ['DONE', 'CANCELLED', 'EXPIRED'];

/** A job ended. */
const jobEvents: EventsOf = ({ oldImage, newImage }) => {
  if (!newImage || !ENDED.includes(newImage.state) || ENDED.includes(oldImage?.state)) return [];
  const { partnerId, accountNumber, jobId, state, dryRun, rows, succeeded, changed, failed } = jobFrom(newImage);
  return [
    {
      type: 'BULK_UPDATE_ENDED',
      partnerId,
      accountNumber,
      businessIds: [],
      data: { jobId, accountNumber, state, dryRun, rows, succeeded, changed, failed },
    },
  ];
};

const isStarted = ({ oldImage, newImage }: Pick<StreamRecord, 'oldImage' | 'newImage'>): boolean =>
  newImage?.state === 'RUNNING' && oldImage?.state !== 'RUNNING';

/** Sends the slices of a started job, in order. */
const sendSlices = async ({ newImage, deadline }: StreamRecord, { bulk }: Queues): Promise<void> => {
  const job = jobFrom(newImage!);
  const messages = Array.from({ length: slicesOf(job) }, (_, slice) => sliceMessage({ ...job, slice }));
  await bulk.within({ deadline }).send(messages);
};

const work: Work = { on: ['made', 'changed'], isDue: isStarted, start: sendSlices };

const unexported = { exported: { not: 'it expires within 30 days' }, personal: false, counts: false } as const;

export const bulkJobEntity: Entity = {
  type: 'bulkJob',
  keys: {
    pk: 'P#<partner>#ACCOUNT#<account>#BULK#<job id>',
    sk: 'JOB',
    index: ['P#<partner>#ACCOUNT#<account>#BULKS', '<A or Z>#<job id>'],
  },
  answers: 'How far is this bulk update? Which ones of the account are under way?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'accountNumber', 'jobId', 'state', 'rows', 'done', 'objects', 'createdAt', 'p0'],
    properties: {
      ...{ partnerId: text, accountNumber: number, jobId: text, note: text, dryRun: { type: 'boolean' } },
      ...{ rows: number, done: number, succeeded: number, changed: number, failed: number },
      ...{ createdAt: number, startedAt: number, endedAt: number, expiresAtSeconds: number },
      state: { enum: JOB_STATES },
      objects: { type: 'array', items: text },
    },
  },
  ...unexported,
  events: { sends: ['BULK_UPDATE_ENDED'], of: jobEvents },
  audit: { not: 'the changes of its rows are audited' },
  removal: {
    withLocation: 'is of the account',
    withAccount: async function* ({ table, partnerId }, { number: accountNumber }) {
      for await (const jobs of listedAt(table, jobsPartition(partnerId, accountNumber))) {
        for (const { pk } of jobs) {
          const jobId = pk.slice(pk.lastIndexOf('#') + 1);
          // The job last, as its slices are found by it.
          for await (const keys of lyingAt(table, pk, 'R#', { consistent: true }))
            yield* chunksOf(keys.map(deletionOf), 50);
          yield [deletionOf({ pk, sk: 'JOB' }), deletionOf(pointerKey(partnerId, jobId))];
        }
      }
    },
  },
  work,
};

const WITH_JOB = { withLocation: 'is of the account', withAccount: 'goes with its job' } as const;

export const bulkPointerEntity: Entity = {
  type: 'bulkPointer',
  keys: { pk: 'P#<partner>#BULK#<job id>', sk: 'POINTER' },
  answers: 'Of which account is this bulk update?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'accountNumber', 'expiresAtSeconds'],
    properties: { partnerId: text, accountNumber: number, expiresAtSeconds: number },
  },
  ...unexported,
  events: false,
  audit: { not: 'follows from its job' },
  removal: WITH_JOB,
};

export const bulkSliceEntity: Entity = {
  type: 'bulkSlice',
  keys: { pk: 'P#<partner>#ACCOUNT#<account>#BULK#<job id>', sk: 'R#<slice>' },
  answers: 'What are the results of these hundred rows?',
  attributes: {
    type: 'object',
    required: ['results', 'p0', 'expiresAtSeconds'],
    properties: { results: text, expiresAtSeconds: number },
  },
  ...unexported,
  events: false,
  audit: { not: 'the changes of its rows are audited' },
  removal: WITH_JOB,
};

export const bulkDayEntity: Entity = {
  type: 'bulkDay',
  keys: { pk: 'P#<partner>#BULKDAY#<day>', sk: '<plan>' },
  answers: 'How many rows has the partner started today under this plan?',
  attributes: {
    type: 'object',
    required: ['rows', 'expiresAtSeconds'],
    properties: { rows: number, expiresAtSeconds: number },
  },
  ...unexported,
  events: false,
  audit: { not: 'follows from jobs' },
  removal: { withLocation: 'is of the partner', withAccount: 'is of the partner' },
};

export const bulkDueEntity: Entity = {
  type: 'bulkDue',
  keys: { pk: 'BULKDUE#<shard>', sk: '<milliseconds>#<job id>' },
  answers: 'Which bulk updates are to be looked at by the clock?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'accountNumber', 'jobId'],
    properties: { partnerId: text, accountNumber: number, jobId: text },
  },
  ...unexported,
  exported: { not: 'it is deleted within a day' },
  events: false,
  audit: { not: 'follows from its job' },
  removal: { withLocation: 'is of the account', withAccount: 'is deleted when it is due' },
};
