import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { handler as update } from '../../../functions/business/update-business.ts';
import { businesses } from '../../../lib/business/repository/business.ts';
import { contactKey } from '../../../lib/contacts/repository/contact.ts';
import { marksOf } from '../../../lib/dynamodb/writes/marks.ts';
import { saveVersion } from '../../../lib/dynamodb/writes/save-version.ts';
import type { Target } from '../../../tools/admin/target.ts';
import { openTarget } from '../../../tools/admin/target.ts';
import { importData } from '../../../tools/data/commands/data-import.ts';
import { call } from '../../support/call.ts';
import { counted, itemsOf, linesOf, recordsAbout } from '../../support/data-files.ts';
import { createTestTable } from '../../support/store.ts';
import { REQUIRED } from '../../support/world.ts';
import { recordingIo } from '../admin/recording-io.ts';

let target: Target;
let directory: string;
beforeAll(async () => {
  const table = await createTestTable();
  target = await openTarget({ stage: 'prod', endpoint: inject('endpoint'), table: table.name });
  directory = await mkdtemp(join(tmpdir(), 'changed-'));
});
afterAll(async () => {
  target.close();
  await rm(directory, { recursive: true });
});

let next = 4_000_000;
let about: ReturnType<typeof recordsAbout>;
beforeEach(() => {
  next += 1000;
  about = recordsAbout(next);
});

const importRecords = async (records: readonly unknown[], options: { force?: boolean; dryRun?: boolean } = {}) => {
  const io = recordingIo();
  const file = join(directory, `${next}.jsonl`);
  await writeFile(file, linesOf(records));
  return { counts: await importData(target, io, file, options), io, file };
};
const find = (businessNumber: number) =>
  businesses({ table: target.table, partnerId: about.partnerId }).find(businessNumber);

/** As a partner does, by the function. */
const updateName = async (businessNumber: number, name: string) => {
  const path = { businessId: `${businessNumber}` };
  const answer = await call(update, { key: about.key(), path, body: { ...REQUIRED, name } });
  expect(answer.status).toBe(200);
};

describe('A record that a partner has changed since it was loaded', () => {
  it('is left by the same file and by another one, and reported', async () => {
    const { n, base, business } = about;
    const records = [...base(), business(n + 1, { ...REQUIRED, name: 'As loaded' })];
    await importRecords(records);
    await updateName(n + 1, 'As updated');
    const before = await itemsOf(target.table);
    const again = await importRecords(records);
    expect(again.counts).toEqual(counted({ unchanged: 3, changed: 1 }));
    expect(again.io.said.at(-1)).toContain('3 unchanged, 1 changed by the partner since, skipped, 0 refused');
    expect(again.io.logged).toContain(
      `line 4: business ${n + 1} was changed by the partner since it was loaded, and is skipped: name`,
    );
    const other = [business(n + 1, { ...REQUIRED, name: 'As loaded later' })];
    expect((await importRecords(other)).counts).toEqual(counted({ changed: 1 }));
    expect(await itemsOf(target.table)).toEqual(before);
  });

  it('is left by the load after one that updated it', async () => {
    const { n, base, business } = about;
    await importRecords([...base(), business(n + 1, { ...REQUIRED, name: 'As loaded' })]);
    const second = [business(n + 1, { ...REQUIRED, name: 'As loaded later' })];
    expect((await importRecords(second)).counts).toEqual(counted({ updated: 1 }));
    for (const name of ['As updated', 'As updated again']) {
      await updateName(n + 1, name);
      expect((await importRecords(second)).counts).toEqual(counted({ changed: 1 }));
      expect((await find(n + 1))?.profile.name).toBe(name);
    }
  });

  it('is unchanged where the file says what stands there', async () => {
    const { n, base, business } = about;
    await importRecords([...base(), business(n + 1, { ...REQUIRED, name: 'As loaded' })]);
    await updateName(n + 1, 'As updated');
    const { counts } = await importRecords([business(n + 1, { ...REQUIRED, name: 'As updated' })]);
    expect(counts).toEqual(counted({ unchanged: 1 }));
  });

  it('is overwritten by force, with its marks and version kept; then it counts as loaded', async () => {
    const { n, base, business } = about;
    const records = [...base(), business(n + 1, { ...REQUIRED, name: 'As loaded' })];
    await importRecords(records);
    await updateName(n + 1, 'As updated');
    const before = (await find(n + 1))!;
    expect((await importRecords(records, { force: true })).counts).toEqual(counted({ unchanged: 3, updated: 1 }));
    const after = (await find(n + 1))!;
    expect(after.profile.name).toBe('As loaded');
    expect(after.version).toBe(before.version + 1);
    expect(marksOf(after.item!).slice(1)).toEqual(marksOf(before.item!));
    expect((await importRecords(records)).counts).toEqual(counted({ unchanged: 4 }));
    const later = [business(n + 1, { ...REQUIRED, name: 'As loaded later' })];
    expect((await importRecords(later)).counts).toEqual(counted({ updated: 1 }));
  });

  it('is known of contacts too', async () => {
    const { n, base, contact, partnerId } = about;
    const records = [...base(), contact(1, { firstName: 'As loaded', email: 'a@b.example' })];
    await importRecords(records);
    const store = { table: target.table, partnerId };
    const key = contactKey({ partnerId, accountNumber: n }, 1);
    const changed = { id: 1, firstName: 'As updated', email: 'a@b.example' };
    expect(await saveVersion(store, { key, changes: { contact: changed } })).toHaveProperty('saved');
    expect((await importRecords(records)).counts).toEqual(counted({ unchanged: 3, changed: 1 }));
    expect((await target.table.get(key))?.contact).toEqual(changed);
    expect((await importRecords(records, { force: true })).counts).toEqual(counted({ unchanged: 3, updated: 1 }));
    expect((await target.table.get(key))?.contact).toMatchObject({ firstName: 'As loaded' });
  });
});

describe('A dry run', () => {
  it('prints what would change and writes nothing', async () => {
    const { n, base, business, contact, competitor, menu, apiKey, partnerId } = about;
    const kept = business(n + 3, { ...REQUIRED, name: 'Kept' });
    await importRecords([...base(), business(n + 1, { name: 'Old' }), business(n + 2, REQUIRED), kept]);
    await updateName(n + 2, 'As updated');
    const before = await itemsOf(target.table);
    const records = [
      business(n + 1, { name: 'New', keywords: 'more' }),
      business(n + 2, { ...REQUIRED, name: 'As loaded' }),
      kept,
      { type: 'account', accountNumber: n + 10, partnerId, name: 'B' },
      contact(1, { email: 'a@b.example' }, n + 10),
      { ...business(n + 11), accountNumber: n + 10 },
      menu(n + 11),
      competitor(n + 12),
      apiKey('b'),
      menu(n + 99),
      'no record',
    ];
    const { counts, io, file } = await importRecords(records, { dryRun: true });
    expect(counts).toEqual(counted({ loaded: 6, updated: 1, unchanged: 1, changed: 1, refused: 2 }));
    expect(io.said).toEqual(
      expect.arrayContaining([
        `line 1: business ${n + 1} would change: name, keywords`,
        `line 4: account ${n + 10} would be created`,
        `line 7: menu of business ${n + 11} would be created`,
      ]),
    );
    expect(io.said.at(-1)).toMatch(/^Nothing was written\. .* would be: 6 new, 1 updated, 1 unchanged, /);
    expect(io.said).toContain(
      `line 2: business ${n + 2} was changed by the partner since it was loaded, and is skipped: name`,
    );
    expect(io.logged).toContain(`line 10: business ${n + 99} does not exist`);
    expect(existsSync(`${file}.rejected`)).toBe(false);
    expect(await itemsOf(target.table)).toEqual(before);
    // It says what the import then does.
    expect((await importRecords(records)).counts).toEqual(counts);
  });

  it('checks the custom fields of a location as the import does', async () => {
    const { n, base } = about;
    const options = ['Street', 'None'];
    const field = { id: n + 300, fieldName: 'Parking', type: 'SINGLE_SELECT', options };
    const at = (number: number, row: object) => ({
      type: 'business',
      businessNumber: number,
      accountNumber: n,
      business: { name: 'Shop', customFields: [{ id: field.id, fieldName: 'Parking', ...row }] },
    });
    const right = at(n + 1, { fieldValue: 'Street' });
    await importRecords([...base(), { type: 'customField', accountNumber: n, field }]);
    expect((await importRecords([right])).counts.refused).toBe(0);
    for (const records of [[right], [at(n + 2, { fieldValue: 'Moon' })], [at(n + 3, { fieldValue: 'None' })]]) {
      const dry = await importRecords(records, { dryRun: true });
      expect((await importRecords(records)).counts).toEqual(dry.counts);
    }
    expect((await importRecords([right], { dryRun: true })).counts).toEqual(counted({ unchanged: 1 }));
  });

  it('refuses what the import would refuse', async () => {
    const { n, base, contact, business } = about;
    const other = recordsAbout(n + 500);
    await importRecords([...base(), ...other.base(), contact(1, { email: 'a@b.example' }), business(n + 1)]);
    const records = [
      contact(2, { email: 'a@b.example' }),
      other.business(n + 1),
      { type: 'account', accountNumber: n, partnerId: other.partnerId, name: 'A' },
      { ...base()[2], partnerId: other.partnerId },
    ];
    const dry = await importRecords(records, { dryRun: true });
    const wet = await importRecords(records);
    expect(dry.counts).toEqual(counted({ refused: 4 }));
    expect(wet.counts).toEqual(dry.counts);
    const reasons = (logged: readonly string[]) => logged.filter((line) => line.startsWith('line '));
    expect(reasons(wet.io.logged)).toEqual(reasons(dry.io.logged));
    expect(reasons(wet.io.logged)).toHaveLength(4);
  });

  it('counts a ticket whose review the same file brings', async () => {
    const { n, base, business } = about;
    const [at, day] = [n + 1, '2026-01-02T03:04:05.000Z'];
    const ticket = { type: 'ticket', businessNumber: at, ticketId: n + 2, status: 'NEW', createdAt: day };
    const records = [
      ...base(),
      business(at),
      { type: 'review', businessNumber: at, reviewId: 'r1', sourceAlias: 'maps', rating: 1, reviewDate: day },
      { ...ticket, ticketType: 'review', externalId: 'r1' },
    ];
    const dry = await importRecords(records, { dryRun: true });
    expect(dry.counts).toMatchObject({ refused: 0 });
    expect((await importRecords(records)).counts).toEqual(dry.counts);
  });
});

describe('Another account of the partner', () => {
  it('gets neither a location nor a competitor, nor fields for it, whatever the options', async () => {
    const { n, partnerId, base, business, competitor } = about;
    const account = { type: 'account', accountNumber: n + 1, partnerId, name: 'B' };
    const [place, rival] = [business(n + 2, { name: 'Ours' }), competitor(n + 3)];
    await importRecords([...base(), account, place, rival, business(n + 4)]);
    const before = await itemsOf(target.table);
    const rows = [{ id: 1, fieldName: 'New', fieldValue: 'x' }];
    const moved = [
      { ...place, accountNumber: n + 1 },
      { ...rival, accountNumber: n + 1 },
      { ...business(n + 4, { customFields: rows }), accountNumber: n + 1 },
    ];
    const what = [`business ${n + 2}`, `competitor ${n + 3}`, `business ${n + 4}`];
    for (const options of [{}, { force: true }, { dryRun: true }]) {
      const { counts, io } = await importRecords(moved, options);
      expect(counts).toEqual(counted({ refused: 3 }));
      for (const [at, each] of what.entries())
        expect(io.logged).toContain(
          `line ${at + 1}: accountNumber: ${each} is of account ${n}, and can't move to account ${n + 1}`,
        );
      expect(await itemsOf(target.table)).toEqual(before);
    }
  });
});

describe('Another partner', () => {
  it('gets neither an account nor a location, whatever the options', async () => {
    const { n, base, business } = about;
    const other = recordsAbout(n + 500);
    const records = [...base(), ...other.base(), business(n + 1, { name: 'Ours' })];
    await importRecords(records);
    const before = await itemsOf(target.table);
    const moved = [
      { type: 'account', accountNumber: n, partnerId: other.partnerId, name: 'A' },
      other.business(n + 1, { name: 'Theirs' }),
    ];
    for (const force of [false, true]) {
      const { counts, io } = await importRecords(moved, { force });
      expect(counts).toEqual(counted({ refused: 2 }));
      expect(io.logged).toEqual(
        expect.arrayContaining([
          `line 1: account ${n} belongs to another partner`,
          `line 2: business ${n + 1} belongs to another partner`,
        ]),
      );
    }
    expect(await itemsOf(target.table)).toEqual(before);
  });
});
