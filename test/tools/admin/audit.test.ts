/** `audit`: what it finds, by what it is asked, and what it refuses. Entries are made by the function on the stream elsewhere. */
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type Entry, entryItem } from '../../../lib/audit/repository/entry.ts';
import { writerText } from '../../../lib/dynamodb/writes/writer.ts';
import { keyHash, keyId } from '../../../lib/partners/repository/api-key.ts';
import { partnerErasureItem } from '../../../lib/partners/repository/erasure.ts';
import { findEntries } from '../../../tools/admin/audit-find.ts';
import { KEYS } from '../../support/world.ts';
import type { Ran } from './cli.ts';
import { runHere } from './in-process.ts';
import { target, useKeys } from './keys-world.ts';

useKeys();

const HOUR = 3_600_000;
/** Noon of yesterday, UTC. */
const NOW = Math.floor(Date.now() / (24 * HOUR)) * 24 * HOUR - 12 * HOUR;
const timeOf = (at: number): string => new Date(at).toISOString();
const [OURS, THEIRS] = [KEYS.ours, KEYS.theirs].map((secret) => keyId(keyHash(secret))) as [string, string];

let events = 0;
const put = async (entry: Partial<Entry>): Promise<void> => {
  const keyed = writerText({ kind: 'key', keyId: OURS, operation: 'updateBusiness', requestId: 'r-1' });
  const Item = entryItem(
    {
      ...{ partnerId: 'ours', place: { kind: 'business', number: 101 }, at: NOW, eventId: `e-${++events}` },
      ...{ what: 'business', change: 'changed', fields: [], more: 0, writer: keyed },
      ...entry,
    },
    36_500,
  );
  // As the function on the stream puts it: the entry names whoever wrote the record.
  await target.table.within({ writer: undefined }).put({ Item });
};

/** `npm run admin -- audit ...args` on the table. */
const audit = (...args: string[]): Promise<Ran> =>
  runHere(['audit', '--endpoint', inject('endpoint'), '--table', target.table.name, ...args]);
const found = async (...args: string[]): Promise<readonly Record<string, unknown>[]> => {
  const { status, stdout, stderr } = await audit('--json', ...args);
  expect([status, stderr.includes('Error')]).toEqual([0, false]);
  return JSON.parse(stdout);
};

beforeAll(async () => {
  await put({ at: NOW - 3 * HOUR, fields: [['name', '"Old"', '"New"'], ['webhooks']], more: 2 });
  await put({ at: NOW - 2 * HOUR, what: 'menu', change: 'deleted', goneWith: 'business 101', writer: undefined });
  const operator = writerText({ kind: 'operator', identity: 'arn:aws:sts::1:x/y', command: 'data import', run: 'abc' });
  await put({ at: NOW - 30 * HOUR, change: 'made', writer: operator });
  const removal = writerText({ kind: 'function', name: 'process-stream', follows: 'removal of business 102' });
  await put({ place: { kind: 'account', number: 100 }, what: 'contact', id: '1', writer: removal });
  await put({ place: { kind: 'partner' }, what: 'apiKey', id: OURS, writer: operator, at: NOW - 50 * HOUR });
  const other = writerText({ kind: 'key', keyId: THEIRS, operation: 'updateBusiness', requestId: 'r-2' });
  await put({ partnerId: 'theirs', place: { kind: 'business', number: 201 }, writer: other });
});

describe('audit', () => {
  it('shows for a location who changed what, the newest first', async () => {
    const { stdout, status } = await audit('--business', '101');
    expect(status).toBe(0);
    expect(stdout).toBe(
      `${timeOf(NOW - 2 * HOUR)}  business 101 menu deleted with business 101, by nothing of this project: CloudTrail knows who
${timeOf(NOW - 3 * HOUR)}  business 101 changed by key ${OURS}: updateBusiness, request r-1
    name: "Old" -> "New"
    webhooks
    and 2 more
${timeOf(NOW - 30 * HOUR)}  business 101 made by arn:aws:sts::1:x/y: data import
`,
    );
  });

  it('shows an account, without its locations', async () => {
    expect(await found('--account', '100')).toMatchObject([
      {
        what: 'contact',
        id: '1',
        writer: { kind: 'function', name: 'process-stream', follows: 'removal of business 102' },
      },
    ]);
  });

  it('shows a partner, and a key, over days', async () => {
    const whats = (entries: readonly Record<string, unknown>[]) =>
      entries.map(({ what, change }) => `${what} ${change}`);
    const all = ['contact changed', 'menu deleted', 'business changed', 'business made', 'apiKey changed'];
    const since = ['--since', timeOf(NOW - 100 * HOUR).slice(0, 10)];
    expect(whats(await found('--partner', 'ours', ...since))).toEqual(all);
    expect(whats(await found('--partner', 'ours', ...since, '--limit', '2'))).toEqual(all.slice(0, 2));
    expect(whats(await found('--partner', 'ours', '--since', timeOf(NOW - 31 * HOUR)))).toEqual(all.slice(0, 4));
    expect(whats(await found('--key', OURS, ...since))).toEqual(['business changed']);
    expect(whats(await found('--key', THEIRS, '--partner', 'theirs', ...since))).toEqual(['business changed']);
  });

  it('is narrowed by a key, and by a time', async () => {
    expect(await found('--business', '101', '--key', OURS)).toHaveLength(1);
    expect(await found('--business', '101', '--since', timeOf(NOW - 2.5 * HOUR))).toHaveLength(1);
    expect(await found('--business', '101', '--limit', '1')).toHaveLength(1);
  });

  it('says that there is nothing', async () => {
    const { status, stdout, stderr } = await audit('--business', '103');
    expect([status, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(/^No changes\./);
  });

  it('finds nothing of another partner', async () => {
    const question = { partnerId: 'theirs', since: 0, now: NOW, limit: 10 } as const;
    expect(await findEntries(target.table, { ...question, place: { kind: 'business', number: 101 } })).toEqual([]);
  });

  it('shows for an erased partner when, and by whom', async () => {
    await target.table.put({ Item: partnerErasureItem({ partnerId: 'erased', erasedAt: '2026-01-02T03:04:05.000Z' }) });
    const { status, stderr } = await audit('--partner', 'erased');
    expect(status).toBe(0);
    expect(stderr).toMatch(/^Partner erased was erased at 2026-01-02T03:04:05.000Z, by .+: .+\.\n/);
  });

  it.each([
    [[], 'Pass --business, --account, --partner or --key.'],
    [['--business', '101', '--account', '100'], 'Pass either --business or --account.'],
    [['--business', '9999'], 'The business 9999 does not exist.'],
    [['--business', '100'], 'The business 100 does not exist: it is an account, pass --account.'],
    [['--account', '101'], 'The account 101 does not exist: it is a location, pass --business.'],
    [['--business', '201', '--partner', 'ours'], 'The business 201 is not of partner ours.'],
    [
      ['--business', '101', '--key', THEIRS],
      `There is no key ${THEIRS} of partner ours. \`keys list\` shows all keys.`,
    ],
    [['--partner', 'unknown'], 'Partner unknown does not exist.'],
    [['--key', '000000000000'], 'There is no key 000000000000. `keys list` shows all keys.'],
  ])('refuses %j', async (args, sentence) => {
    const { status, stdout, stderr } = await audit(...args);
    expect([status, stdout, stderr]).toEqual([/^Pass/.test(sentence) ? 2 : 4, '', `${sentence}\n`]);
  });

  it('refuses a time that is none', async () => {
    const { status, stderr } = await audit('--business', '101', '--since', 'yesterday');
    expect(status).toBe(2);
    expect(stderr).toContain('Use a time such as 2026-01-31');
  });
});
