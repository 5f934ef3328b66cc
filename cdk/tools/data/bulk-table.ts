/**
 * A table for bulk: its calls go by the functions' small client, which takes less than half of the SDK's processor time for a
 * write, to where the SDK would send them and with the credentials that it finds; reads at the same time go together.
 */
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { type Call, waits } from '../../../lib/dynamodb/call.ts';
import { jsonClient } from '../../../lib/dynamodb/client.ts';
import { itemCalls, type OpenTable } from '../open-table.ts';
import { gathered } from './gathered.ts';

interface Address {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
}

/** Where the SDK sends its calls: it knows profiles and variables that name other endpoints, and those of each partition. */
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

/**
 * The same table with faster calls. Asks the store once.
 *
 * @throws whatever the SDK does for a table that is not there, or without credentials
 */
export const bulkTable = async (open: OpenTable): Promise<OpenTable> => {
  const place = { url: await endpointOf(open), region: await open.client.config.region() };
  // The SDK keeps them, and asks again before they expire.
  const credentials = async () => {
    const { accessKeyId, secretAccessKey, sessionToken } = await open.client.config.credentials();
    return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
  };
  const call = jsonClient(place, waits, credentials) as Call;
  return gathered({ ...open, ...itemCalls(open.name, call, { writer: open.writer }) });
};
