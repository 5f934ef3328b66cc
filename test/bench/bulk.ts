/**
 * What a bulk update takes: `node test/bench/bulk.ts`, with the number of rows as its argument (10,000 without one). Each row is a
 * patch of another location. Two processes execute slices, each as a function is set, while another partner reads a record again
 * and again. Prints the figures for docs/bulk.md.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFunctions } from '../../cdk/build/bundle.ts';
import { nodeOptions } from '../../cdk/stack/endpoint-function.ts';
import { sliceMessage } from '../../lib/bulk/repository/message.ts';
import { businessItem } from '../../lib/business/repository/business.ts';
import { accountItem } from '../../lib/partners/repository/account.ts';
import { apiKeyItem, keyHash } from '../../lib/partners/repository/api-key.ts';
import { useTestBucket } from '../support/test-bucket.ts';
import { startMeter } from '../trust/costs-meter.ts';
import { startTable, TABLE_NAME } from './engine.ts';
import { measured } from './statistics.ts';
import { body } from './world/body.ts';
import { items, SECRET } from './world/items.ts';

const ROWS = Number(process.argv[2] ?? 10_000);
const WORKERS = 2;
const ACCOUNT = 700;
const THEIR_SECRET = 'bench-key-of-a-partner-000002';

interface Run {
  readonly times: readonly number[];
  // biome-ignore lint/suspicious/noExplicitAny: answers of several functions
  readonly answers: readonly any[];
  readonly cpu: number;
  readonly rss: number;
}

const flat = Object.fromEntries(
  Object.entries(body).flatMap(([name, value]): [string, unknown][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([field, each]) => [`${name}.${field}`, each])
      : [[name, value]],
  ),
);
const locations = function* () {
  yield accountItem({ accountNumber: ACCOUNT, partnerId: 'ours', name: 'Account' });
  yield apiKeyItem(keyHash(THEIR_SECRET), { partnerId: 'theirs', plan: 'standard', meteringKey: 'theirs' });
  for (let at = 1; at <= ROWS; at++)
    yield businessItem('ours', {
      ...{ businessNumber: ACCOUNT * 1_000_000 + at, accountNumber: ACCOUNT, listingFixed: false },
      profile: { ...flat, name: `Location ${at}` },
    });
};

const table = await startTable();
const meter = await startMeter(table.endpoint);
const directory = await mkdtemp(join(tmpdir(), 'bench-bulk-'));
await useTestBucket();

const inProcess = async (
  name: string,
  events: readonly object[],
  { endpoint = meter.endpoint, rounds = 1 } = {},
): Promise<Run> => {
  const job = JSON.stringify({ file: join(directory, name, 'index.mjs'), events, rounds });
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bulk-child.ts'), job], {
    env: {
      ...{ PATH: process.env.PATH, TABLE_NAME, DYNAMODB_ENDPOINT: endpoint, NODE_OPTIONS: nodeOptions },
      ...{ AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
      ...{ MEDIA_BUCKET: 'media', AWS_ENDPOINT_URL_S3: process.env.AWS_ENDPOINT_URL_S3 },
      ...{ BULK_QUEUE_URL: 'http://127.0.0.1:9/none', BULK_PLANS: 'enterprise:10000:2000000' },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The run ended with ${code}`);
  return JSON.parse(output) as Run;
};

const request = (key: string, more: object) => ({
  ...{ headers: { 'X-Api-Key': key, 'X-Business-Number': String(ACCOUNT) }, pathParameters: null, body: null },
  ...{ queryStringParameters: null, requestContext: { requestId: 'bench' }, ...more },
});
const reading = (rounds: number) => {
  const event = request(THEIR_SECRET, { pathParameters: { businessId: '201' } });
  return inProcess('get-business', [event], { endpoint: table.endpoint, rounds });
};
const shown = ({ times }: Run) => {
  const warm = times.slice(50).toSorted((a, b) => a - b);
  const [median, most] = [0.5, 0.95].map((share) => (warm[Math.floor(warm.length * share)] ?? 0).toFixed(1));
  return `median ${median} ms, 95% within ${most} ms`;
};

try {
  await bundleFunctions(directory, [
    'functions/events/run-bulk.ts',
    ...['bulk/start-bulk-update', 'bulk/get-bulk-update', 'business/get-business'].map(
      (each) => `functions/${each}.ts`,
    ),
  ]);
  await table.write(items);
  await table.write(locations());
  console.log(`another partner, before: ${shown(await reading(550))}`);
  let started: Run | undefined;
  const start = await meter.during(async () => {
    started = await inProcess('start-bulk-update', [
      request(SECRET, { body: JSON.stringify({ patch: { alias: 'Patched', keywords: 'tea, coffee' } }) }),
    ]);
  });
  const [answer] = started!.answers;
  if (answer.statusCode !== 202) throw new Error(answer.body);
  console.log(`start: ${start.reads} read and ${start.writes} write units, ${started!.rss.toFixed(0)} MB`);

  const { jobId } = JSON.parse(answer.body);
  const name = { partnerId: 'ours', accountNumber: ACCOUNT, jobId };
  const slices = Array.from({ length: Math.ceil(ROWS / 100) }, (_, slice) => {
    const { body: message } = sliceMessage({ ...name, slice });
    return { Records: [{ messageId: '1', body: message, attributes: { ApproximateReceiveCount: '1' } }] };
  });
  const begun = performance.now();
  let other: Run | undefined;
  let runs: Run[] = [];
  const job = async () => {
    [other, ...runs] = await Promise.all([
      reading(1500),
      ...Array.from({ length: WORKERS }, (_, at) =>
        inProcess(
          'run-bulk',
          slices.filter((_, index) => index % WORKERS === at),
        ),
      ),
    ]);
  };
  const taken = await meter.during(job);
  const seconds = (performance.now() - begun) / 1000;
  const cpu = runs.reduce((sum, run) => sum + run.cpu, 0);
  console.log(`another partner, meanwhile: ${shown(other!)}`);
  const ofRow = (amount: number) => (amount / ROWS).toFixed(2);
  console.log(
    `a row: ${ofRow(taken.reads)} read and ${ofRow(taken.writes)} write units, ${ofRow(taken.calls.length)} calls`,
  );
  console.log(`${taken.reads} and ${taken.writes} units; ${seconds.toFixed(0)} s on ${WORKERS} processes`);
  const { median } = measured(runs.flatMap(({ times }) => times));
  console.log(`processor: ${(cpu / ROWS).toFixed(2)} ms a row; a slice ${median.toFixed(0)} ms`);
  console.log(`peak: ${runs.map(({ rss }) => rss.toFixed(0)).join(', ')} MB`);

  const query = { pathParameters: { jobId }, queryStringParameters: { pageSize: '1000' } };
  let read: Run | undefined;
  const get = await meter.during(async () => {
    read = await inProcess('get-bulk-update', [request(SECRET, query)]);
  });
  const { results, ...ended } = JSON.parse(read!.answers[0].body);
  console.log(`get: ${get.reads} read units; ${results.length} results; ${JSON.stringify(ended)}`);
} finally {
  meter.stop();
  await table.stop();
  await rm(directory, { recursive: true });
}
