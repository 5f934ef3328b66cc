/** Loads whose calls are lost, repeated, or come between others. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { businesses } from '../../../lib/business/repository/business.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import { localMeteringKeys, planNames } from '../../../tools/admin/local-target.ts';
import { readRecord } from '../../../tools/data/records.ts';
import { lineWriter } from '../../../tools/data/write.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { recordsAbout } from '../../support/data-files.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await createTestTable();
});

let next = 5_000_000;
let about: ReturnType<typeof recordsAbout>;
beforeEach(() => {
  next += 1000;
  about = recordsAbout(next);
});

/** Writes one record into a table, and says what became of it. */
const write = async (into: Table, record: object) => {
  const reading = readRecord(JSON.stringify(record));
  if ('refused' in reading) throw new Error(reading.refused);
  const options = { table: into, plans: await planNames(), meteringKeys: localMeteringKeys(into) };
  return lineWriter(options)(reading.line);
};

describe('A load', () => {
  it('knows its own write, whose answer was lost, by its mark', async () => {
    const { n, base, business, contact, competitor } = about;
    await load(table, base());
    // As a client does that asks again: the first try landed, the second one is refused.
    const twice: Table = {
      ...table,
      put: async (input) => {
        await table.put(input);
        return table.put(input);
      },
      transact: async (actions, token) => {
        await table.transact(actions, token);
        return table.transact(actions, token && `${token}-again`);
      },
    };
    for (const record of [business(n + 1), competitor(n + 2), contact(1, { email: 'a@b.example' })])
      expect(await write(twice, record)).toEqual({ outcome: 'loaded' });
    const stored = await businesses({ table, partnerId: about.partnerId }).find(n + 1);
    expect(stored?.version).toBe(1);
  });

  it('leaves an update that comes between its read and its write', async () => {
    const { n, base, business, partnerId } = about;
    await load(table, [...base(), business(n + 1, { name: 'As loaded' })]);
    const repository = businesses({ table, partnerId });
    let updates = 0;
    const overtaken: Table = {
      ...table,
      update: async (input) => {
        if (++updates === 1) await repository.update(n + 1, { writes: { name: 'As updated' } });
        return table.update(input);
      },
    };
    expect(await write(overtaken, business(n + 1, { name: 'New' }))).toEqual({ outcome: 'changed', fields: ['name'] });
    expect(updates).toBe(1);
    expect((await repository.find(n + 1))?.profile.name).toBe('As updated');
  });

  it('of two at once, each record lands whole, once', async () => {
    const { n, base, business, partnerId } = about;
    await load(table, base());
    const names = Array.from({ length: 8 }, (_, at) => `Name ${at}`);
    const outcomes = await Promise.all(names.map((name) => write(table, business(n + 1, { name, alias: name }))));
    const kinds = outcomes.map((outcome) => ('outcome' in outcome ? outcome.outcome : 'refused'));
    expect(kinds.filter((kind) => kind === 'loaded')).toHaveLength(1);
    const stored = await businesses({ table, partnerId }).find(n + 1);
    expect(stored?.version).toBe(1 + kinds.filter((kind) => kind === 'updated').length);
    expect(stored?.profile.alias).toBe(stored?.profile.name);
  });
});
