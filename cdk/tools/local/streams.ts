/** The table's stream on this machine: read from the engine, and handed to the functions that the template maps to it. */
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

/** Between two looks at a stream in which nothing happens. */
const IDLE_MILLISECONDS = 250;
/** After so many looks it is asked for new shards. */
const LOOKS_UNTIL_SHARDS = 20;

export interface StreamOptions {
  readonly table: OpenTable;
  readonly endpoint: string;
  readonly sources: readonly EventSource[];
  readonly invoke: EventSourceOptions['invoke'];
  readonly onNotice: (text: string) => void;
}

export interface Streams {
  /** Ends the reading once the function that is at it has answered, or was ended. */
  stop(): Promise<void>;
}

const streamOf = async ({ client, name }: OpenTable): Promise<string | undefined> => {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
  return Table?.LatestStreamArn;
};

/** The stream of the table; a table of an earlier version, kept in a file, is given one. */
const ensureStream = async (table: OpenTable): Promise<string | undefined> => {
  const there = await streamOf(table);
  if (there) return there;
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } as const;
  await table.client.send(new UpdateTableCommand({ TableName: table.name, StreamSpecification })).catch(() => {});
  return streamOf(table);
};

/** As Lambda writes it: a time is a number of seconds. */
const asLambdaHas = ({ dynamodb, userIdentity, ...record }: _Record, eventSourceARN: string): StreamRecord => {
  const { ApproximateCreationDateTime: created, ...parts } = dynamodb ?? {};
  const seconds = created && { ApproximateCreationDateTime: created.getTime() / 1000 };
  // Who removed it, where time to live has.
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
      // A shard that is found later continues one that was read to its end.
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

/** Starts to read; whatever goes wrong is said, and the rest of the service goes on without. */
export const startStreams = ({ table, endpoint, sources, invoke, onNotice }: StreamOptions): Streams => {
  const controller = new AbortController();
  const { signal } = controller;
  const client = new DynamoDBStreamsClient({ endpoint, maxAttempts: 1, logger: silentLogger });

  const onGivenUp: EventSourceOptions['onGivenUp'] = (records, reason) =>
    onNotice(`${records.length} records of the stream were given up: ${reason}`);

  let isTold = false;
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
          // Once, however many functions read it.
          if (!isTold)
            onNotice(
              `No streams at ${endpoint} (${(error as Error).message}): what deleted records leave behind is not removed, ` +
                'and nothing is sent to webhooks.',
            );
          isTold = true;
          return;
        }
        // An engine that ended and was started again has another stream.
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
