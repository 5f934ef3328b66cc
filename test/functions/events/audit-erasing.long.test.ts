/** What the audit has of people and partners who were erased: nothing that names them, and who erased. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../../lib/operations.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { ask } from '../../contract/sample-call.ts';
import { itemsOf } from '../../support/data-files.ts';
import { load } from '../../support/load.ts';
import { admin, caughtUp, closeAudited, entriesOf, items, openAudited, SLOW } from './audit-world.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await openAudited();
});
afterAll(closeAudited);

const saveContact = operations.find(({ id }) => id === 'saveContact')!;

describe('People', SLOW, () => {
  it('leave nothing of theirs but names of fields and the id', async () => {
    const person = { firstName: 'Zebulon', lastName: 'Quackenbush', email: 'zebulon@quackenbush.example' };
    const entries = await entriesOf(async () => {
      const body = { ...person, phone: '+16505550177', businessIds: [700101] };
      const saved = await ask(saveContact, { body });
      expect(saved.status).toBe(200);
      expect((await ask(saveContact, { body: { ...body, firstName: 'Zebulona' } })).status).toBe(200);
      await admin('contact', 'erase', '--account', '700100', '--email', person.email, '--yes');
    });
    expect(entries.map(({ what, change }) => `${what} ${change}`).toSorted()).toEqual([
      'contact changed',
      'contact deleted',
      'contact made',
      'erasure made',
    ]);
    const left = JSON.stringify(await items());
    for (const text of ['zebulon', 'quackenbush', '5550177']) expect(left.toLowerCase()).not.toContain(text);
    expect(entries.filter(({ writer }) => writer?.kind === 'operator')).toHaveLength(2);
  });
});

describe('A partner who is erased', SLOW, () => {
  it('takes the audit along, and who did it stays', async () => {
    await admin('keys', 'issue', '--partner', 'leaving', '--partner-name', 'Leaving', '--plan', 'trial');
    await load(table, [
      { type: 'account', accountNumber: 799_100, partnerId: 'leaving', name: 'Leaving' },
      { type: 'business', businessNumber: 799_101, accountNumber: 799_100, business: { name: 'Leaving' } },
    ]);
    await caughtUp();
    const ofThem = async () => (await items()).filter(({ partnerId }) => partnerId === 'leaving');
    expect((await ofThem()).length).toBeGreaterThan(3);
    const directory = await mkdtemp(join(tmpdir(), 'audit-'));
    const out = join(directory, 'leaving.jsonl');
    await admin('partner', 'offboard', '--partner', 'leaving', '--yes', '--out', out, '--wait', '2');
    await rm(directory, { recursive: true });
    await caughtUp();
    const left = (await itemsOf(table)).filter((item) => JSON.stringify(item).includes('leaving'));
    expect(left.map(({ type, writtenBy }) => [type, String(writtenBy).startsWith('operator#')])).toEqual([
      ['partnerErasure', true],
    ]);
  });
});
