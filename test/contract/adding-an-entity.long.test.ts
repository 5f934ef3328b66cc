/** What docs/adding-an-entity.md adds compiles; a note is loaded, sent as an event, audited, exported, and goes with its location. */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import type { OpenTable } from '../../tools/open-table.ts';
import { recordOf } from '../functions/insight/support.ts';
import { itemsOf } from '../support/data-files.ts';
import { load } from '../support/load.ts';
import { createTestTable } from '../support/store.ts';
import { checkCode } from './followed-code.ts';
import { followPage } from './followed-page.ts';

let copy: string;
let files: ReadonlyMap<string, string>;
let table: OpenTable;

beforeAll(async () => {
  const followed = await followPage('adding-an-entity.md', []);
  ({ copy, files } = followed);
  table = await createTestTable();
  return followed.remove;
});

/** A source of the copy. */
const source = <Module>(file: string): Promise<Module> => import(/* @vite-ignore */ join(copy, file));

const note = (text: string) => ({ type: 'note', businessNumber: 101, text });
const account = [
  { type: 'partner', partnerId: 'ours', name: 'Ours' },
  { type: 'account', accountNumber: 100, partnerId: 'ours', name: 'Account' },
  { type: 'business', businessNumber: 101, accountNumber: 100, business: { name: 'Shop' } },
];

const bring = async (line: object): Promise<Item> => {
  const { readRecord } = await source<typeof import('../../tools/data/records.ts')>('tools/data/records.ts');
  const { lineWriter } = await source<typeof import('../../tools/data/write.ts')>('tools/data/write.ts');
  const read = readRecord(JSON.stringify(line));
  if ('refused' in read) throw new Error(read.refused);
  expect(await lineWriter({ table, plans: [], meteringKeys: async () => '' })(read.line)).not.toHaveProperty('refused');
  return (await itemsOf(table)).find(({ type }) => type === 'note')!;
};

const inStream = async (...records: ReturnType<typeof recordOf>[]) => {
  const { handler } = await source<typeof import('../../functions/events/process-stream.ts')>(
    'functions/events/process-stream.ts',
  );
  process.env.AUDIT_DAYS = '1';
  const context = { getRemainingTimeInMillis: () => 25_000 } as Parameters<typeof handler>[1];
  expect(await handler({ Records: records }, context)).toEqual({ batchItemFailures: [] });
};

describe('The entity that it adds', () => {
  it('compiles, and is formatted but for the order of lists', () =>
    checkCode(
      copy,
      [...files.keys()],
      [...files.keys()].filter((file) => !/note\.ts$/.test(file)),
    ));

  it('is loaded, sent as an event, audited and exported, and goes with its location', async () => {
    expect(await load(table, account)).toEqual([]);
    const before = await bring(note('First'));
    const after = await bring(note('Second'));
    const { entities } = await source<typeof import('../../lib/entities.ts')>('lib/entities.ts');
    const { itemChecker } = await source<typeof import('../../tools/data/check-items.ts')>('tools/data/check-items.ts');
    expect(itemChecker(entities)(after)).toBeUndefined();

    const { eventSources } = await source<typeof import('../../lib/subscriptions/rules/notifications.ts')>(
      'lib/subscriptions/rules/notifications.ts',
    );
    const change = { oldImage: before, newImage: after };
    expect(eventSources(entities)(change).flatMap((events) => events(change))).toMatchObject([
      { type: 'NOTE_CHANGED', accountNumber: 100, businessIds: [101], data: { businessId: 101, accountNumber: 100 } },
    ]);

    await inStream(recordOf(before, after));
    const [entry] = (await itemsOf(table)).filter(({ type }) => type === 'auditEntry');
    expect(entry).toMatchObject({ what: 'note', fields: JSON.stringify([['text', '"First"', '"Second"']]) });

    const { lineFor } = await source<typeof import('../../tools/data/export.ts')>('tools/data/export.ts');
    expect(lineFor(after)).toEqual(note('Second'));

    const { tombstoneItem } = await source<typeof import('../../lib/business/repository/tombstone.ts')>(
      'lib/business/repository/tombstone.ts',
    );
    const { nextMark } =
      await source<typeof import('../../lib/dynamodb/writes/marks.ts')>('lib/dynamodb/writes/marks.ts');
    const profile = (await itemsOf(table)).find(({ type }) => type === 'business')!;
    const deleted = { kind: 'business', number: 101, accountNumber: 100 } as const;
    const tombstone = tombstoneItem('ours', deleted, profile, nextMark());
    await table.put({ Item: tombstone });
    await inStream(recordOf(undefined, tombstone));
    expect((await itemsOf(table)).filter(({ type }) => type === 'note')).toEqual([]);
  });
});
