/** Lines of connectors: the connectors of an account are one record, which its partner may set too. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectorsKey, type Wanted } from '../../../lib/connectors/repository/connectors.ts';
import { setConnectorsOf } from '../../../lib/connectors/set-connectors.ts';
import { sendTest } from '../../../lib/subscriptions/test-webhook.ts';
import { localMeteringKeys, planNames } from '../../../tools/admin/local-target.ts';
import { loadFile, type WrittenLine } from '../../../tools/data/load.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { linesOf, recordsAbout } from '../../support/data-files.ts';
import { createTestTable } from '../../support/store.ts';

let table: OpenTable;
let directory: string;
beforeAll(async () => {
  process.env.WEBHOOKS_LOCAL = 'allowed';
  table = await createTestTable();
  directory = await mkdtemp(join(tmpdir(), 'connectors-'));
});
afterAll(() => rm(directory, { recursive: true }));

let n = 7_200_000;
let about: ReturnType<typeof recordsAbout>;
beforeEach(async () => {
  n += 1000;
  about = recordsAbout(n);
  await load(about.base());
});

/** Loads records; returns what became of each line. */
const load = async (records: readonly unknown[], options: { force?: boolean; dryRun?: boolean } = {}) => {
  const file = join(directory, 'records.jsonl');
  await writeFile(file, linesOf(records));
  const became: string[] = [];
  await loadFile(file, {
    table,
    plans: await planNames(),
    meteringKeys: localMeteringKeys(table),
    onRefused: ({ line, reason }) => (became[line - 1] = reason),
    onWritten: ({ line, outcome, fields }: WrittenLine) => (became[line - 1] = [outcome, ...fields].join(' ')),
    ...options,
  });
  return became;
};

const URLS = ['https://a.example/', 'https://b.example/', 'https://c.example/'] as const;
const connector = (channel: string, url: string = URLS[0]) => ({
  ...{ type: 'connector', accountNumber: n, channel, url },
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
});

/** As a partner does. */
const set = async (connectors: readonly Wanted[]) => {
  const store = { table, partnerId: about.partnerId };
  const command = { connectors, auth: undefined, validateOnly: false };
  expect(await setConnectorsOf(store, n, command)).toMatchObject({
    connectors: connectors.map(({ url }) => ({ url })),
  });
};
const stored = async () => table.get(connectorsKey(about.partnerId, n));
const shown = async () =>
  ((await stored())?.webhooks as Wanted[] | undefined)?.map(({ channel, url }) => `${channel} ${url}`);

it('updates what it has loaded, line by line, and leaves what is the same', async () => {
  const lines = [connector('ALPHA'), connector('SMS'), connector('EMAIL')];
  expect(await load(lines)).toEqual(['loaded', 'loaded', 'loaded']);
  expect(await load(lines)).toEqual(['unchanged', 'unchanged', 'unchanged']);
  const other = [connector('ALPHA', URLS[1]), connector('SMS'), connector('EMAIL', URLS[1]), connector('BETA')];
  expect(await load(other)).toEqual(['updated url', 'unchanged', 'updated url', 'loaded']);
  expect(await shown()).toEqual([`ALPHA ${URLS[1]}`, `BETA ${URLS[0]}`, `SMS ${URLS[0]}`, `EMAIL ${URLS[1]}`]);
});

it('skips what differs once the partner has set the connectors, unless it is forced', async () => {
  const lines = [connector('ALPHA'), connector('SMS'), connector('EMAIL')];
  await load(lines);
  const own = [
    { channel: 'ALPHA', url: URLS[1] },
    { channel: 'SMS', url: URLS[0] },
  ] as const;
  await set(own);
  for (const dryRun of [true, false])
    expect(await load(lines, { dryRun })).toEqual(['changed url', 'unchanged', 'changed channel']);
  expect(await shown()).toEqual(own.map(({ channel, url }) => `${channel} ${url}`));
  expect(await load(lines, { force: true })).toEqual(['updated url', 'unchanged', 'loaded']);
  expect(await shown()).toEqual(['ALPHA', 'SMS', 'EMAIL'].map((channel) => `${channel} ${URLS[0]}`));
  expect(await load([connector('ALPHA', URLS[2])])).toEqual(['updated url']);
});

it('skips what differs of connectors that no load has marked, as those of earlier releases', async () => {
  await load([connector('ALPHA')]);
  await table.update({ Key: connectorsKey(about.partnerId, n), UpdateExpression: 'REMOVE loadedVersion' });
  expect(await load([connector('ALPHA')])).toEqual(['unchanged']);
  expect(await load([connector('ALPHA', URLS[1])])).toEqual(['changed url']);
});

it('updates connectors that the partner has only tested, and none that were set before the test', async () => {
  const test = async () => {
    const store = { table, partnerId: about.partnerId };
    const command = { webhookId: undefined, validateOnly: false };
    expect(await sendTest(store, String((await stored())?.id), command)).toMatchObject({ sent: { status: 200 } });
    // Tests are a second apart.
    await table.update({ Key: connectorsKey(about.partnerId, n), UpdateExpression: 'REMOVE testedAt' });
  };
  await load([connector('ALPHA', 'sandbox')]);
  await test();
  expect(await load([connector('ALPHA', URLS[1])])).toEqual(['updated url']);
  await set([{ channel: 'ALPHA', url: 'sandbox' }]);
  await test();
  expect(await load([connector('ALPHA', URLS[1])])).toEqual(['changed url']);
});

it('makes connectors again after the partner has removed all', async () => {
  const lines = [connector('ALPHA'), connector('SMS')];
  await load(lines);
  const before = await stored();
  for (let times = 0; times < 2; times++) {
    await set([]);
    expect(await stored()).toBeUndefined();
    expect(await load(lines)).toEqual(['loaded', 'loaded']);
    expect(await load(lines)).toEqual(['unchanged', 'unchanged']);
  }
  const after = await stored();
  expect(after?.id).not.toBe(before?.id);
  expect(await table.get({ pk: `SECRET#P#${about.partnerId}#SUBSCRIPTION#${after?.id}`, sk: 'SECRET' })).toMatchObject({
    secrets: [{ value: lines[0]!.secret }],
  });
});
