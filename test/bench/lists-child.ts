/** One run of `lists.ts`, `contact-lists.ts` or `insight.ts`: a bundle's list, or a bare Query of the index; prints the times and processor times in ms, and the peak of memory. */
import { pathToFileURL } from 'node:url';
import { functionClient } from '../../lib/dynamodb/client/client.ts';
import { INDEX } from '../../lib/dynamodb/table/keys.ts';
import { tableOf } from '../../lib/dynamodb/table/table.ts';

interface Job {
  readonly rounds: number;
  /** Of the index: to be read bare. */
  readonly partition?: string;
  readonly file?: string;
  readonly accountNumber?: number;
  readonly path?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly key?: string;
}

const { rounds, partition, file, accountNumber, path, headers, query, body, key }: Job = JSON.parse(process.argv[2]!);

const bareQuery = async () => {
  const table = tableOf(String(process.env.TABLE_NAME), functionClient(process.env.DYNAMODB_ENDPOINT));
  let count = 0;
  const pages = table.query({
    IndexName: INDEX,
    KeyConditionExpression: 'gsi1pk = :pk',
    ExpressionAttributeValues: { ':pk': partition },
    Limit: 2000,
  });
  for await (const page of pages) count += page.length;
  return count;
};

const search = async () => {
  const { handler } = await import(pathToFileURL(file!).href);
  const event = {
    headers: { ...headers, 'X-Api-Key': key },
    pathParameters: path ?? { businessId: String(accountNumber) },
    queryStringParameters: query,
    body: JSON.stringify(body),
    requestContext: { requestId: 'bench' },
  };
  const answer = await handler(event, { getRemainingTimeInMillis: () => 600_000 });
  if (answer.statusCode !== 200) throw new Error(answer.body);
};

const times: number[] = [];
const busy: number[] = [];
for (let round = 0; round < rounds; round++) {
  const begun = performance.now();
  const used = process.cpuUsage();
  await (partition === undefined ? search() : bareQuery());
  times.push(performance.now() - begun);
  const { user, system } = process.cpuUsage(used);
  busy.push((user + system) / 1000);
}
console.log(JSON.stringify({ times, busy, rss: process.resourceUsage().maxRSS / 1000 }));
