/** Deadlines of jobs: an item each, by which `move-due` ends what is still open (docs/connectors.md). */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { type Entity, itemOf } from '../../dynamodb/table/entity.ts';
import { digest, joined, type Key, sortableTime } from '../../dynamodb/table/keys.ts';
import type { Table } from '../../dynamodb/table/table.ts';
import type { JobName } from './job.ts';
import { dueAfter } from './times.ts';

/** So many partitions share what is due. */
export const SHARDS = 8;

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

const partitionOf = (shard: number): string => joined('JOBDUE', shard);

/** The shard of an id, of a number of them. */
export const shardOf = (id: string, shards: number): number => Number.parseInt(digest(id).slice(0, 8), 16) % shards;

/** The item that ends a job, should it be open under this deadline (epoch milliseconds) a while later. */
export const jobDueItem = ({ partnerId, id }: JobName, deadline: number): Item =>
  itemOf(
    'jobDue',
    { partnerId, id, deadline },
    { pk: partitionOf(shardOf(id, SHARDS)), sk: joined(sortableTime(dueAfter(deadline)), id) },
  );

export interface JobDue extends JobName {
  readonly key: Key;
  readonly deadline: number;
}

/** What is due in a shard by `now` (epoch milliseconds), of all partners, earliest first, page after page. */
export const jobsDueBy = async function* (
  { query }: Table,
  shard: number,
  now: number,
): AsyncGenerator<readonly JobDue[]> {
  const pages = query({
    KeyConditionExpression: 'pk = :pk AND sk < :end',
    ExpressionAttributeValues: { ':pk': partitionOf(shard), ':end': sortableTime(now + 1) },
    ConsistentRead: true,
  });
  for await (const page of pages)
    yield page.map(({ pk, sk, partnerId, id, deadline }) => ({
      key: { pk: String(pk), sk: String(sk) },
      partnerId: String(partnerId),
      id: String(id),
      deadline: Number(deadline),
    }));
};
