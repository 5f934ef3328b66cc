/** Items that are migrated while others write: what may come between (docs/migrating.md: remaining items). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { cardsItem } from '../../../lib/cards/repository/cards.ts';
import type { Call } from '../../../lib/dynamodb/client/call.ts';
import { functionClient } from '../../../lib/dynamodb/client/client.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { itemOf } from '../../../lib/dynamodb/table/entity.ts';
import { schemaVersionOf } from '../../../lib/dynamodb/table/schema-version.ts';
import { tableOf } from '../../../lib/dynamodb/table/table.ts';
import { migrate } from '../../../tools/admin/table-migrate.ts';
import { itemChecker } from '../../../tools/data/check-items.ts';
import { migrateItems } from '../../../tools/data/migrate-items.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { createTestTable } from '../../support/store.ts';
import { cardsAt, entityWriting, FIRST, PARTNER, releaseWriting, seed } from './card-releases.ts';

const LOCATIONS = 3;

const folder = await mkdtemp(join(tmpdir(), 'migrate-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

let table: OpenTable;

beforeEach(async () => {
  table = await createTestTable();
  for (let index = 0; index < LOCATIONS; index++) await seed(table, FIRST + index);
});

/** The same table, with something done before a call that writes arrives. */
const tableWith = (before: (input: object) => Promise<unknown>, fate: 'well' | 'twice' = 'well') => {
  const client = functionClient(inject('endpoint'));
  const call: Call = async (operation, input, options) => {
    if (operation !== 'UpdateItem') return client(operation, input, options);
    await before(input);
    const outcome = await client(operation, input, options);
    if (fate === 'twice') late.push(() => client(operation, input, options));
    return outcome;
  };
  return tableOf(table.name, call);
};
const late: (() => Promise<unknown>)[] = [];

const migrateAll = () => migrateItems(table, { entities: [entityWriting(2)] });

const io = () => {
  const lines: string[] = [];
  return { lines, io: { out: (line: string) => void lines.push(line), log() {}, now: Date.now } };
};

describe('What is brought over', () => {
  it('does not come between a read and a write of a release', async () => {
    const once = { isDone: false };
    const slow = tableWith(async () => {
      if (!once.isDone) await migrateAll();
      once.isDone = true;
    });
    const { titles, item } = await releaseWriting(1, slow, PARTNER).add(FIRST, { cardId: 2, title: 'Second' });
    expect([titles, schemaVersionOf(item), item.cards]).toEqual([['First', 'Second'], 2, undefined]);
    // Without asking for the form the card would lie where no one reads it.
    const other = FIRST + 1;
    await table.put({
      Item: {
        ...(await cardsAt(table, other)),
        v: 1,
        cards: [{ cardId: 1, title: 'First' }],
        order: undefined,
        byId: undefined,
      },
    });
    once.isDone = false;
    const lost = await releaseWriting(1, slow, PARTNER, { careless: true }).add(other, { cardId: 2, title: 'Second' });
    expect(lost.titles).toEqual(['First']);
  });

  it('keeps a write that comes while it looks at the item', async () => {
    const release = releaseWriting(1, table, PARTNER);
    let writes = 0;
    const slow = tableWith(async (input) => {
      const { sk } = (input as { Key: { sk: { S: string } } }).Key;
      if (sk.S === 'CARDS' && writes++ === 0) await release.add(FIRST, { cardId: 2, title: 'Second' });
    });
    const counts = await migrateItems({ ...table, update: slow.update }, { entities: [entityWriting(2)] });
    expect(counts).toContainEqual({ type: 'cards', version: 1, items: LOCATIONS, migrated: LOCATIONS, left: 0 });
    expect((await release.find(FIRST)).titles).toEqual(['First', 'Second']);
  });

  it('is not undone by a write of before that arrives once more', async () => {
    const repeated = tableWith(async () => {}, 'twice');
    await releaseWriting(1, repeated, PARTNER).add(FIRST, { cardId: 2, title: 'Second' });
    await migrateAll();
    const migrated = await cardsAt(table, FIRST);
    const [again] = late.splice(0);
    await expect(again!()).rejects.toThrow();
    expect(await cardsAt(table, FIRST)).toEqual(migrated);
  });

  it('is checked by all that it holds where nothing counts its writes', async () => {
    const key = { pk: `P#${PARTNER}#NOTE`, sk: 'NOTE' };
    const schemaVersions = {
      written: 2,
      migrations: [({ text }: Item) => ({ text: null, lines: String(text).split('\n') })],
    };
    const entity = { ...entityWriting(1), type: 'note', schemaVersions };
    await table.put({ Item: itemOf('note', { text: 'one', tags: ['a'] }, key) });
    let isFirst = true;
    const slow = tableWith(async () => {
      if (isFirst) await table.put({ Item: itemOf('note', { text: 'one\ntwo', tags: ['a', 'b'] }, key) });
      isFirst = false;
    });
    await migrateItems({ ...table, update: slow.update }, { entities: [entity] });
    expect(await table.get(key)).toEqual({ ...key, type: 'note', v: 2, lines: ['one', 'two'], tags: ['a', 'b'] });
  });

  it('is only counted in a dry run', async () => {
    const { lines, io: terminal } = io();
    const before = await cardsAt(table, FIRST);
    expect(await migrate({ table }, terminal, { dryRun: true }, [entityWriting(2)])).toBe(true);
    expect(lines[0]).toMatch(new RegExp(`^cards +1 +${LOCATIONS} +${LOCATIONS} +0$`, 'm'));
    expect(lines[0]).toMatch(new RegExp(`^business +1 +${LOCATIONS} +0 +0$`, 'm'));
    expect(await cardsAt(table, FIRST)).toEqual(before);
  });

  it('begins at no position of another table', async () => {
    const resume = join(folder, 'other.json');
    for (const text of ['no JSON', JSON.stringify({ table: 'another', next: {} })]) {
      await writeFile(resume, text);
      const run = migrate({ table }, io().io, { resume }, [entityWriting(2)]);
      await expect(run).rejects.toThrow(`${resume} is not a position in the table ${table.name}`);
    }
  });
});

it('says before the work that its position cannot be kept', async () => {
  const run = migrate({ table }, io().io, { resume: folder }, [entityWriting(2)]);
  await expect(run).rejects.toThrow(`${folder} is a folder: name a file.`);
  expect(schemaVersionOf(await cardsAt(table, FIRST))).toBe(1);
});

it('a drill holds items of every form to what their last one has to be', () => {
  const entity = { ...entityWriting(2), attributes: { type: 'object', required: ['order', 'byId'] } };
  const problemOf = itemChecker([entity]);
  const item = cardsItem(PARTNER, { businessNumber: FIRST, accountNumber: 700_000, cards: [] });
  expect(problemOf(item)).toBeUndefined();
  expect(problemOf({ ...item, v: 2 })).toMatch(/breaks required/);
  expect(problemOf({ ...item, v: 3 })).toBe('v is 3, and the last schema version is 2');
});
