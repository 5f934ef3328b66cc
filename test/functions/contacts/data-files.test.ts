/** Contacts that operations made go through a data file and come back with all that follows from them. */

import { beforeAll, expect, it } from 'vitest';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { keyText } from '../../../lib/dynamodb/table/keys.ts';
import { lineFor } from '../../../tools/data/export.ts';
import { attributesOfWrites } from '../../../tools/data/upsert.ts';
import { itemsOf } from '../../support/data-files.ts';
import { load } from '../../support/load.ts';
import { openWorld } from '../../support/opened-world.ts';
import { createTestTable } from '../../support/store.ts';
import { world } from '../../support/world.ts';
import { itemsOfAccount, newEmail, permit, remove, saved, visit } from './writes.ts';

beforeAll(() => openWorld());

/**
 * What a data file stands for: no counts of writes, no activity, no tombstones, and no item of a packed index that
 * no one is on.
 */
const carried = (items: readonly Item[]) =>
  new Map(
    items
      .filter(({ type }) => ['contact', 'contactPointer', 'contactPackedIndex', 'contactOptOut'].includes(String(type)))
      .map(
        (item) =>
          [
            keyText(item),
            Object.fromEntries(Object.entries(item).filter(([name]) => !attributesOfWrites.includes(name))),
          ] as const,
      )
      .filter(([, item]) => item.type !== 'contactPackedIndex' || Object.keys(item).some((name) => /^[CN]/.test(name))),
  );

it('what is exported and loaded into an empty table is the same, twice', async () => {
  const first = await saved({
    firstName: ' Ana  ',
    email: newEmail(),
    phone: '0491 570 159',
    countryCode: 'au',
    externalId: 'file-1',
    emailOptin: false,
    businessIds: [101, 103],
    tags: ['a,b', 'c'],
    customFields: [{ fieldName: 'Note' }, { fieldName: 'Amount', type: 'Currency', fieldValue: '-1.50' }],
  });
  await saved({ id: first, businessIds: [103, 104], blocked: true });
  const emailId = newEmail();
  await visit({ emailId, phone: '+52 55 1234 5678', additionalParams: { table: '4' } });
  await permit({ permission: 'both-unsubscribed', email: [emailId] });
  const gone = await saved({ email: newEmail(), businessIds: [101] });
  await remove({ id: gone });
  const before = await itemsOfAccount();
  const lines = before.filter(({ type }) => type === 'contact').map(lineFor);
  expect(lines.length).toBeGreaterThan(3);
  const other = await createTestTable();
  const others = world.filter((record) => (record as { type: string }).type !== 'contact');
  for (let times = 0; times < 2; times++) {
    expect(await load(other, [...others, ...lines])).toEqual([]);
    const after = (await itemsOf(other)).filter(({ pk }) => String(pk).startsWith('P#ours#ACCOUNT#100#'));
    expect(carried(after)).toEqual(carried(before));
  }
});

it('a line whose external id another contact has is refused', async () => {
  const table = await createTestTable();
  const contact = (id: number, more: object) => ({ type: 'contact', accountNumber: 100, contact: { id, ...more } });
  const refused = await load(table, [
    ...world,
    contact(501, { externalId: 'same' }),
    contact(502, { externalId: 'same' }),
  ]);
  expect(refused.map(({ reason }) => reason)).toEqual(['contact externalId belongs to another contact of the account']);
});
