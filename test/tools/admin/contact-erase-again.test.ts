/** `contact erase` and what is restored or imported from before: it is held to the list of erasures. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { exportData } from '../../../tools/data/commands/data-export.ts';
import { createAlike } from '../../../tools/data/commands/second-table.ts';
import { openTable } from '../../../tools/open-table.ts';
import { itemsOf, loadText } from '../../support/data-files.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';
import { erase, io, someone, table, target, typesWith, useErasing } from './erasing.ts';
import { runHere } from './in-process.ts';

useErasing();

describe('the list of erasures', () => {
  it('waits for requests in flight where it is that of the same table, also if that is named', async () => {
    const { id } = await someone();
    await erase({ account: 100, id });
    for (const from of [undefined, table.name]) {
      io.logged.length = 0;
      await erase({ again: true, from, endpoint: inject('endpoint') });
      expect(io.text()).toContain('Waiting 30 s for requests in flight');
    }
  });

  it('holds what is restored from an older copy to its list', async () => {
    const person = await someone();
    const restored = openTable({ tableName: `${table.name}-restored`, endpoint: inject('endpoint') });
    await createAlike(table, restored);
    for (const item of await itemsOf(table)) await restored.put({ Item: item });
    const directory = await mkdtemp(join(tmpdir(), 'erase-'));
    await exportData(target, io, { account: 100, out: join(directory, 'all.jsonl') });
    const exported = await readFile(join(directory, 'all.jsonl'), 'utf8');
    await rm(directory, { recursive: true });
    const lines = exported.split('\n').filter((line) => line.includes(person.word));
    expect(lines).toHaveLength(1);

    await erase({ account: 100, id: person.id });
    expect(typesWith(await itemsOf(restored), person.word)).not.toEqual([]);
    const ran = await runHere([
      'contact',
      'erase',
      '--yes',
      '--again',
      '--from',
      table.name,
      '--table',
      restored.name,
      '--endpoint',
      inject('endpoint'),
    ]);
    expect(ran, ran.stderr).toMatchObject({ status: 0 });
    expect(ran.stdout).toContain(`${restored.name}: Removed: activities 3, contacts 1, `);
    const items = await itemsOf(restored);
    expect(typesWith(items, person.word)).toEqual([]);
    expect(typesWith(items, String(person.id))).toEqual(['contactTombstone', 'erasure']);
    // The list goes with it: what is restored from this one is held to it too.
    await erase({ again: true }, { ...target, table: restored });
    expect(io.said.at(-1)).toMatch(/Nothing is left to remove\.$/);
    restored.client.destroy();

    const [refused] = await load(
      table,
      lines.map((line) => JSON.parse(line)),
    );
    expect(refused?.reason).toBe('the contact was erased for good');
    expect(typesWith(await itemsOf(table), person.word)).toEqual([]);
  });

  it('is copied to a table that was loaded from an export, which lacks it', async () => {
    const person = await someone();
    const directory = await mkdtemp(join(tmpdir(), 'erase-'));
    const exported = async (name: string) => {
      await exportData(target, io, { out: join(directory, name) });
      return readFile(join(directory, name), 'utf8');
    };
    const older = await exported('older.jsonl');
    await erase({ account: 100, id: person.id });
    const fresh = await createTestTable();
    expect((await loadText(fresh, await exported('newer.jsonl'))).refused).toEqual([]);
    expect((await itemsOf(fresh)).map(({ type }) => type)).not.toContain('erasure');
    await erase({ again: true, from: table.name, endpoint: inject('endpoint') }, { ...target, table: fresh });
    const { refused } = await loadText(fresh, older);
    expect(refused.map(({ reason }) => reason)).toContain('the contact was erased for good');
    expect(typesWith(await itemsOf(fresh), person.word)).toEqual([]);
    await rm(directory, { recursive: true });
    fresh.client.destroy();
  });

  it('is read once more where a dry run left no position', async () => {
    const resume = join(tmpdir(), `erase-again-${table.name}.json`);
    await erase({ again: true, resume, confirm: async () => false });
    expect(existsSync(resume)).toBe(false);
  });
});
