/** Deadlines of jobs: an item each, by which `move-due` ends what is still open (docs/connectors.md). */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { dueList } from '../../dynamodb/table/due-list.ts';
import { type Entity, itemOf } from '../../dynamodb/table/entity.ts';
import type { Key } from '../../dynamodb/table/keys.ts';
import type { Table } from '../../dynamodb/table/table.ts';
import type { JobName } from './job.ts';
import { dueAfter } from './times.ts';

const text = { type: 'string' } as const;

export const jobDueEntity: Entity = {
  type: 'jobDue',
  keys: { pk: 'JOBDUE#<shard>', sk: '<milliseconds>#<id of the job>' },
  answers: 'Which jobs have had no result in time?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'id', 'deadline'],
    properties: { partnerId: text, id: text, deadline: { type: 'integer' } },
  },
  exported: { not: 'it ends a job that is open' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'follows from a job' },
  removal: { withLocation: 'is gone once it is due', withAccount: 'is gone once it is due' },
};

const due = dueList('JOBDUE');
/** The number of each partition of what is due. */
export const { shards } = due;

/** The item that ends a job, should it be open under this deadline (epoch milliseconds) a while later. */
export const jobDueItem = ({ partnerId, id }: JobName, deadline: number): Item =>
  itemOf('jobDue', { partnerId, id, deadline }, due.keyOf(dueAfter(deadline), id));

export interface JobDue extends JobName {
  readonly key: Key;
  readonly deadline: number;
}

/** What is due in a shard by `now` (epoch milliseconds), of all partners, earliest first, page after page. */
export const jobsDueBy = async function* (table: Table, shard: number, now: number): AsyncGenerator<readonly JobDue[]> {
  for await (const page of due.dueBy(table, shard, now))
    yield page.map(({ pk, sk, partnerId, id, deadline }) => ({
      key: { pk: String(pk), sk: String(sk) },
      partnerId: String(partnerId),
      id: String(id),
      deadline: Number(deadline),
    }));
};
