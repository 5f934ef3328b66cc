/**
 * A table for bulk work. Its calls use the functions' small client, which takes less than half of the SDK's processor
 * time for a write, with the SDK's endpoint and credentials. Concurrent reads are batched.
 */
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import type { Call, Waits } from '../../lib/dynamodb/client/call.ts';
import { jsonClient } from '../../lib/dynamodb/client/client.ts';
import { itemCalls, type OpenTable } from '../open-table.ts';
import { withBatchLoader } from './batch-loader.ts';

interface Address {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
}

/** A bulk command has more time than a request: an answer that it gives up is a write of unknown fate, and sent again. */
const PATIENCE: Waits = { connectionTimeout: 5000, requestTimeout: 15_000 };

/**
 * The endpoint of the SDK, which supports profiles and variables that name other endpoints, and the endpoints of each
 * partition.
 */
const endpointOf = async ({ client, name }: OpenTable): Promise<URL> => {
  let url: URL | undefined;
  const own = { step: 'build', name: 'noteEndpoint' } as const;
  client.middlewareStack.add(
    (next) => (args) => {
      const { protocol, hostname, port } = (args as { request: Address }).request;
      url = new URL(`${protocol}//${hostname}${port ? `:${port}` : ''}/`);
      return next(args);
    },
    own,
  );
  try {
    await client.send(new DescribeTableCommand({ TableName: name }));
  } finally {
    client.middlewareStack.remove(own.name);
  }
  if (!url) throw new Error('the SDK has sent nothing');
  return url;
};

/** In how many segments a table of DynamoDB is read at the same time. */
const SEGMENTS = 16;

/** An engine of a machine reads its whole table for each segment, or knows none. */
const segmentsAt = ({ hostname }: URL): number =>
  /\.(?:amazonaws\.com(?:\.cn)?|api\.aws)$/.test(hostname) ? SEGMENTS : 1;

export interface BulkOptions {
  /** Whether concurrent reads of single items are batched. */
  readonly batches?: boolean;
}

/**
 * Returns the same table with faster calls. Makes one call to DynamoDB.
 *
 * @throws the SDK's error for a missing table or missing credentials
 */
export const bulkTable = async (open: OpenTable, { batches = true }: BulkOptions = {}): Promise<OpenTable> => {
  const url = await endpointOf(open);
  const place = { url, region: await open.client.config.region() };
  // The SDK caches them and renews them before they expire.
  const credentials = async () => {
    const { accessKeyId, secretAccessKey, sessionToken } = await open.client.config.credentials();
    return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
  };
  const call = jsonClient(place, PATIENCE, credentials) as Call;
  const bulk = { ...open, ...itemCalls(open.name, call, { writer: open.writer }), segments: segmentsAt(url) };
  return batches ? withBatchLoader(bulk) : bulk;
};
