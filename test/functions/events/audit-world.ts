/** The demo data in a table whose stream the function on it reads, as the template maps them: what the tests of the audit work in. */
import { inject, vi } from 'vitest';
import { handler as processStream } from '../../../functions/events/process-stream.ts';
import { entriesPartition, entryFrom, type StoredEntry } from '../../../lib/audit/repository/entry.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { keyText } from '../../../lib/dynamodb/table/keys.ts';
import { partnerItem } from '../../../lib/partners/repository/partner.ts';
import { createProgram } from '../../../tools/admin/program.ts';
import { readAssembly } from '../../../tools/local/assembly.ts';
import { type Streams, startStreams } from '../../../tools/local/streams.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { itemsOf } from '../../support/data-files.ts';
import { putDemoData } from '../../support/demo-items.ts';
import { createTestTable } from '../../support/store.ts';
import { recordingIo } from '../../tools/admin/recording-io.ts';
import { openQueue, type TestQueue } from './queue.ts';

let streams: Streams;
let givenUp: TestQueue;
let sentinels = 0;
let table: OpenTable;

/** What the function was called with. */
export const invocations: { readonly Records: readonly unknown[] }[] = [];

/** Each entry is waited for, and a machine that does much else takes its time. */
export const SLOW = { timeout: 240_000 } as const;

const context = { getRemainingTimeInMillis: () => 25_000 } as Parameters<typeof processStream>[1];

/** For `beforeAll`: the demo data in a table of its own, and the function on its stream. */
export const openAudited = async (): Promise<OpenTable> => {
  // What is kept of the import for other tests is made where no stream is read: it would have what the function writes.
  await putDemoData(await createTestTable());
  table = await createTestTable({ stream: true });
  givenUp = await openQueue();
  process.env.GIVEN_UP_QUEUE_URL = givenUp.url;
  process.env.AUDIT_DAYS = '365';
  const model = await readAssembly(inject('assemblyDirectory'));
  const sources = model.eventSources.filter(({ id }) => id.includes('ToProcessStream'));
  streams = startStreams({
    table,
    endpoint: inject('endpoint'),
    sources,
    invoke: async (_, event) => {
      invocations.push(event as { Records: unknown[] });
      return JSON.stringify(await processStream(event as Parameters<typeof processStream>[0], context));
    },
    onNotice: (text) => {
      throw new Error(text);
    },
  });
  await putDemoData(table);
  return table;
};

/** For `afterAll`. */
export const closeAudited = async (): Promise<void> => {
  await streams.stop();
  givenUp.close();
  delete process.env.AUDIT_DAYS;
};

/** What the function put aside. */
export const putAside = (): readonly unknown[] => givenUp.messages.map(({ body }) => JSON.parse(body));

/** Waits until the function has seen all that was written before. */
export const caughtUp = async (): Promise<void> => {
  const partnerId = `sentinel-${++sentinels}`;
  await table.put({ Item: partnerItem({ partnerId, name: 'Sentinel' }) });
  const seen = async () =>
    table.count({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': entriesPartition(partnerId, { kind: 'partner' }) },
    });
  await vi.waitFor(
    async () => {
      if ((await seen()) === 0) throw new Error('the stream has not shown it');
    },
    { timeout: 180_000, interval: 50 },
  );
};

/** The items of the audit. */
export const items = async (): Promise<readonly Item[]> =>
  (await itemsOf(table)).filter(({ type }) => type === 'auditEntry');

/** The entries that were made by some work, in the order of their times. */
export const entriesOf = async (work: () => Promise<unknown>): Promise<readonly StoredEntry[]> => {
  await caughtUp();
  const before = new Set((await items()).map(keyText));
  await work();
  await caughtUp();
  return (await items())
    .filter((item) => !before.has(keyText(item)))
    .filter(({ partnerId }) => !String(partnerId).startsWith('sentinel-'))
    .map(entryFrom)
    .toSorted((a, b) => a.at - b.at);
};

const io = recordingIo();

/** `npm run admin -- ...args` on that table, in this process. */
export const admin = async (...args: string[]): Promise<void> => {
  const fail = () => {
    throw new Error(io.text());
  };
  const at = ['--endpoint', inject('endpoint'), '--table', table.name];
  await createProgram({ io, fail }).parseAsync([...args, ...at], { from: 'user' });
};
