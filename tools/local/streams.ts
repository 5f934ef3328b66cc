/** The table's stream on this machine: read from the engine, passed to the functions that the template maps to it. */
import { setTimeout as pause } from 'node:timers/promises';
import { DescribeTableCommand, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import {
  type _Record,
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import type { OpenTable } from '../open-table.ts';
import { silentLogger } from '../silent-logger.ts';
import { type EventSourceOptions, eventSource, type StreamRecord } from './event-source.ts';
import type { EventSource } from './model.ts';

/** Milliseconds between two polls of an idle stream. */
const IDLE_MILLISECONDS = 250;
/** After this many polls the reader looks for new shards. */
const LOOKS_UNTIL_SHARDS = 20;

export interface StreamOptions {
  readonly table: OpenTable;
  readonly endpoint: string;
  readonly sources: readonly EventSource[];
  readonly invoke: EventSourceOptions['invoke'];
  readonly onNotice: (text: string) => void;
}

export interface Streams {
  /** Stops reading; resolves once the running call has completed or was stopped. */
  stop(): Promise<void>;
}

const streamOf = async ({ client, name }: OpenTable): Promise<string | undefined> => {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
  return Table?.LatestStreamArn;
};

/** The stream of the table. Enables it on a table that an earlier version created in a file. */
const ensureStream = async (table: OpenTable): Promise<string | undefined> => {
  const there = await streamOf(table);
  if (there) return there;
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } as const;
  await table.client.send(new UpdateTableCommand({ TableName: table.name, StreamSpecification })).catch(() => {});
  return streamOf(table);
};

/** Converts a record to Lambda's format, in which a time is a number of seconds. */
const asLambdaHas = ({ dynamodb, userIdentity, ...record }: _Record, eventSourceARN: string): StreamRecord => {
  const { ApproximateCreationDateTime: created, ...parts } = dynamodb ?? {};
  const seconds = created && { ApproximateCreationDateTime: created.getTime() / 1000 };
  // Set if time to live removed the item.
  const by = userIdentity && { userIdentity: { type: userIdentity.Type, principalId: userIdentity.PrincipalId } };
  return { ...record, ...by, dynamodb: { ...seconds, ...parts }, eventSourceARN };
};

/** Reads one stream for one mapping until it is stopped or fails. */
const follow = async (
  client: DynamoDBStreamsClient,
  StreamArn: string,
  { startingPosition }: EventSource,
  work: (records: readonly StreamRecord[]) => Promise<void>,
  onFound: () => void,
  signal: AbortSignal,
): Promise<void> => {
  const options = { abortSignal: signal };
  const seen = new Set<string>();
  const iterators = new Map<string, string>();
  const findShards = async () => {
    const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn }), options);
    for (const { ShardId = '' } of StreamDescription?.Shards ?? []) {
      if (seen.has(ShardId)) continue;
      // A shard found later continues one that was read to its end.
      const ShardIteratorType = seen.size === 0 ? startingPosition : 'TRIM_HORIZON';
      const input = { StreamArn, ShardId, ShardIteratorType } as const;
      const { ShardIterator } = await client.send(new GetShardIteratorCommand(input), options);
      if (ShardIterator) iterators.set(ShardId, ShardIterator);
    }
    for (const shard of iterators.keys()) seen.add(shard);
    onFound();
  };
  for (let look = 0; !signal.aborted; look++) {
    if (look % LOOKS_UNTIL_SHARDS === 0 || iterators.size === 0) await findShards();
    let count = 0;
    for (const [shard, ShardIterator] of iterators) {
      const { Records = [], NextShardIterator } = await client.send(new GetRecordsCommand({ ShardIterator }), options);
      count += Records.length;
      await work(Records.map((record) => asLambdaHas(record, StreamArn)));
      if (NextShardIterator) iterators.set(shard, NextShardIterator);
      else iterators.delete(shard);
    }
    if (count === 0) await pause(IDLE_MILLISECONDS, undefined, { signal });
  }
};

/** Starts reading. Failures are reported as notices; the rest of the service keeps running. */
export const startStreams = ({ table, endpoint, sources, invoke, onNotice }: StreamOptions): Streams => {
  const controller = new AbortController();
  const { signal } = controller;
  const client = new DynamoDBStreamsClient({ endpoint, maxAttempts: 1, logger: silentLogger });

  const onGivenUp: EventSourceOptions['onGivenUp'] = (records, reason) =>
    onNotice(`${records.length} records of the stream were given up: ${reason}`);

  let isNotified = false;
  const read = async (source: EventSource): Promise<void> => {
    const work = eventSource({ source, invoke, onGivenUp, signal });
    let wasRead = false;
    while (!signal.aborted) {
      try {
        const stream = await ensureStream(table);
        if (!stream) throw new Error('the table has none');
        const onFound = () => {
          wasRead = true;
        };
        await follow(client, stream, source, work, onFound, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (!wasRead) {
          // Notify once, however many functions read the stream.
          if (!isNotified)
            onNotice(
              `No streams at ${endpoint} (${(error as Error).message}): what deleted records leave behind is not removed, ` +
                'and nothing is sent to webhooks.',
            );
          isNotified = true;
          return;
        }
        // A restarted engine has another stream.
        await pause(IDLE_MILLISECONDS, undefined, { signal }).catch(() => {});
      }
    }
  };
  const reading = Promise.all(sources.map(read));
  return {
    async stop() {
      controller.abort();
      await reading;
      client.destroy();
    },
  };
};
