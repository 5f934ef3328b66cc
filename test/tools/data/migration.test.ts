/** One migration by expand and contract, walked on an engine: docs/migrating.md. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { cardsOf } from '../../../lib/cards/repository/cards.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { keyText } from '../../../lib/dynamodb/table/keys.ts';
import { schemaVersionOf } from '../../../lib/dynamodb/table/schema-version.ts';
import { entities } from '../../../lib/entities.ts';
import { migrate } from '../../../tools/admin/table-migrate.ts';
import { scanItems } from '../../../tools/data/commands/scan.ts';
import { migrateItems } from '../../../tools/data/migrate-items.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { createTestTable } from '../../support/store.ts';
import { cardsAt, entityWriting, FIRST, PARTNER, releaseWriting, seed } from './card-releases.ts';

const LOCATIONS = 3;
const numbers = Array.from({ length: 60 }, (_, index) => FIRST + index);
/** Those that no one writes but the migration are the others. */
const WRITTEN = 20;

const folder = await mkdtemp(join(tmpdir(), 'migrate-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

let table: OpenTable;

beforeEach(async () => {
  table = await createTestTable();
  for (const number of numbers.slice(0, LOCATIONS)) await seed(table, number);
});

const io = () => {
  const lines: string[] = [];
  return { lines, io: { out: (line: string) => void lines.push(line), log() {}, now: Date.now } };
};

describe('Expand', () => {
  it('first reads both forms, and writes what the release before can read', async () => {
    const readsBoth = releaseWriting(1, table, PARTNER);
    await readsBoth.add(FIRST, { cardId: 2, title: 'Second' });
    const today = await cardsOf({ table, partnerId: PARTNER }).find(FIRST);
    expect(today?.cards.map(({ title }) => title)).toEqual(['First', 'Second']);
    // So there is nothing to bring anywhere yet.
    const counts = await migrateItems(table, { entities: [entityWriting(1)] });
    expect(counts).toContainEqual({ type: 'cards', version: 1, items: LOCATIONS, migrated: 0, left: 0 });
  });

  it('then writes the new one, which the release before the first step would take for no cards', async () => {
    const [readsBoth, writesNew] = [1, 2].map((written) => releaseWriting(written, table, PARTNER));
    await writesNew!.add(FIRST, { cardId: 2, title: 'Second' });
    expect(schemaVersionOf(await cardsAt(table, FIRST))).toBe(2);
    expect((await cardsOf({ table, partnerId: PARTNER }).find(FIRST))?.cards).toEqual([]);
    // Next to it, in a canary, or after it, where it was taken back.
    expect((await readsBoth!.find(FIRST)).titles).toEqual(['First', 'Second']);
    const { item, titles } = await readsBoth!.add(FIRST, { cardId: 3, title: 'Third' });
    expect([schemaVersionOf(item), titles]).toEqual([2, ['First', 'Second', 'Third']]);
    expect((await writesNew!.find(FIRST)).titles).toEqual(['First', 'Second', 'Third']);
  });
});

describe('The rest', () => {
  it('is brought over while both releases read and write, cut off and resumed: nothing is lost, no ETag changes', async () => {
    // Several pages of a scan.
    for (const number of numbers) await seed(table, number, 'x'.repeat(50_000));
    const resume = join(folder, 'position.json');
    const releases = [1, 2].map((written) => releaseWriting(written, table, PARTNER));
    const before = new Map(
      await Promise.all(numbers.map(async (number) => [number, await cardsAt(table, number)] as const)),
    );
    const added = new Map<number, string[]>(numbers.map((number) => [number, ['First']]));
    let isOver = false;
    let next = 1;
    const work = async (first: number): Promise<void> => {
      for (let turn = first; !isOver || turn < 100; turn += 7) {
        const number = FIRST + ((turn * 31) % WRITTEN);
        const card = { cardId: 1000 + next++, title: `Card ${next}` };
        const answered = await releases[turn % 2]!.add(number, card);
        expect(answered.titles.filter((title) => title === card.title)).toHaveLength(1);
        added.get(number)!.push(card.title);
        const seen = await releases[(turn + 1) % 2]!.find(number);
        expect(seen.titles).toContain(card.title);
      }
    };
    const writers = Promise.all([1, 2, 3, 4, 5, 6].map(work));
    try {
      let firstPage = new Set<string>();
      const failing: OpenTable = {
        ...table,
        async scan(input) {
          const page = await table.scan(input);
          if (!input.ExclusiveStartKey) firstPage = new Set(page.items.map(keyText));
          return page;
        },
        update: (input) =>
          firstPage.has(keyText(input.Key as Item)) ? table.update(input) : Promise.reject(new Error('cut off')),
      };
      const cut = migrate({ table: failing }, io().io, { resume }, [entityWriting(2)]);
      await expect(cut).rejects.toThrow('cut off');
      const half = (await Promise.all(numbers.map((number) => cardsAt(table, number)))).map(schemaVersionOf);
      expect(new Set(half)).toEqual(new Set([1, 2]));
      const { lines, io: terminal } = io();
      const starts: unknown[] = [];
      const resumed: OpenTable = {
        ...table,
        scan: (input) => {
          starts.push(input.ExclusiveStartKey);
          return table.scan(input);
        },
      };
      expect(await migrate({ table: resumed }, terminal, { resume }, [entityWriting(2)])).toBe(true);
      // What is done is neither read nor counted again.
      expect(starts[0]).toBeDefined();
      const cards = [...lines[0]!.matchAll(/^cards +\d +(\d+) +\d+ +(\d+)$/gm)].map((found) =>
        found.slice(1).map(Number),
      );
      expect(cards.reduce((sum, [items]) => sum + items!, 0)).toBe(numbers.length);
      expect(cards.every(([, of]) => of === 0)).toBe(true);
      // It is over, and begins again next time.
      await expect(readFile(resume)).rejects.toThrow('ENOENT');
    } finally {
      isOver = true;
      await writers;
    }
    for (const [number, titles] of added) {
      const item = await cardsAt(table, number);
      expect([number, schemaVersionOf(item), item.cards]).toEqual([number, 2, undefined]);
      for (const release of releases)
        expect([...(await release.find(number)).titles].sort()).toEqual([...titles].sort());
      // A write each, and none by the migration.
      expect(item.version).toBe(titles.length);
      if (titles.length === 1) expect(item.p0).toBe(before.get(number)!.p0);
    }
    expect([...added.values()].filter(({ length }) => length > 2)).toHaveLength(WRITTEN);
    expect([...added.values()].filter(({ length }) => length === 1)).toHaveLength(numbers.length - WRITTEN);
    // The last step: what reads no first form any more finds none.
    const left = await migrateItems(table, { entities: [entityWriting(2)] });
    expect(left.filter(({ type, version: form }) => type === 'cards' && form === 1)).toEqual([]);
  });
});

it('has nothing to do today: no entity has another form', async () => {
  const counts = await migrateItems(table, { entities: entities });
  expect(counts.every(({ version, migrated }) => version === 1 && migrated === 0)).toBe(true);
  const seen: Item[] = [];
  for await (const item of scanItems(table)) seen.push(item);
  expect(counts.reduce((sum, { items }) => sum + items, 0)).toBe(seen.length);
});
