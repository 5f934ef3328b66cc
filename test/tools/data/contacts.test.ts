import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handler as getContact } from '../../../functions/contacts/get-contact.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { call } from '../../support/call.ts';
import { counted, itemsOf, linesOf, loadText, recordsAbout } from '../../support/data-files.ts';
import { createTestTable } from '../../support/store.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await createTestTable();
});

let next = 3_000_000;
let about: ReturnType<typeof recordsAbout>;
beforeEach(() => {
  next += 1000;
  about = recordsAbout(next);
});
const loadRecords = (...records: readonly unknown[]) => loadText(table, linesOf(records));

const findContact = async (body: object) => {
  const answer = await call(getContact, { key: about.key(), query: { businessId: `${about.n}` }, body });
  return answer.status === 200 ? answer.body : answer.body.code;
};
const contactId = async (body: object) => {
  const found = await findContact(body);
  return found.id ?? found;
};

describe('A contact in a data file', () => {
  it.each([
    ['email', { email: 'a@b.example' }, { email: ' A@B.Example ' }, 'email'],
    ['phone', { phone: '(650) 555-0100' }, { phone: '+1 650 555 0100', countryCode: 'CA' }, 'phone'],
    ['cid', { mappings: [{ cid: 5 }] }, { mappings: [{ cid: 4 }, { cid: '5' }] }, 'cid 5'],
  ])('has its %s to itself within its account', async (_, first, second, field) => {
    const { n, base, contact, partnerId } = about;
    const reason = `contact ${field} belongs to another contact of the account`;
    const { refused } = await loadRecords(...base(), contact(1, first), contact(2, second));
    expect(refused).toMatchObject([{ line: 5, reason }]);
    expect((await loadRecords(contact(3, second))).refused).toMatchObject([{ line: 1, reason }]);
    // Nothing of a refused contact is there.
    const ids = (await itemsOf(table))
      .filter(({ accountNumber }) => accountNumber === n)
      .map((item) => item.contactId ?? (item.contact as { id?: number } | undefined)?.id);
    expect(new Set(ids)).toEqual(new Set([undefined, 1]));
    // In another account it may be there again.
    const other = { type: 'account', accountNumber: n + 500, partnerId, name: 'B' };
    expect((await loadRecords(other, contact(2, first, n + 500))).refused).toEqual([]);
  });

  it('may have the same mapping twice', async () => {
    const { refused } = await loadRecords(...about.base(), about.contact(1, { mappings: [{ cid: 5 }, { cid: 5 }] }));
    expect(refused).toEqual([]);
    expect((await findContact({ cid: 5 })).mappings).toHaveLength(2);
  });

  it('leaves no email, phone or mapping id in a key', async () => {
    const fields = { email: 'personal@b.example', phone: '(650) 555-0199', mappings: [{ cid: 987_654 }] };
    await loadRecords(...about.base(), about.contact(1, fields));
    const keys = JSON.stringify((await itemsOf(table)).map(({ pk, sk, gsi1pk, gsi1sk }) => [pk, sk, gsi1pk, gsi1sk]));
    expect(keys).toContain('#EMAIL#');
    for (const text of ['personal', '5550199', '987654']) expect(keys).not.toContain(text);
  });

  it('that changes on a reload gives up what it was found by', async () => {
    const { base, contact } = about;
    const before = { email: 'old@b.example', phone: '6505550101', mappings: [{ cid: 1 }, { cid: 2 }] };
    const after = { email: 'new@b.example', phone: '6505550102', mappings: [{ cid: 2 }, { cid: 3 }] };
    await loadRecords(...base(), contact(1, before));
    expect((await loadRecords(contact(1, after))).counts).toEqual(counted({ updated: 1 }));
    for (const body of [{ email: 'old@b.example' }, { phone: '6505550101' }, { cid: 1 }])
      expect(await contactId(body)).toBe(5043);
    for (const body of [{ email: 'new@b.example' }, { phone: '6505550102' }, { cid: 2 }, { cid: 3 }])
      expect(await contactId(body)).toBe(1);
    // What it gave up, another may take.
    const taken = await loadRecords(contact(2, { email: 'old@b.example', mappings: [{ cid: 1 }] }));
    expect(taken.counts).toEqual(counted({ loaded: 1 }));
    expect(await contactId({ cid: 1 })).toBe(2);
    expect((await loadRecords(contact(1))).counts).toEqual(counted({ updated: 1 }));
    expect(await contactId({ cid: 2 })).toBe(5043);
  });

  it('may take what another gives up, whichever line comes first', async () => {
    const { base, contact } = about;
    await loadRecords(...base(), contact(1, { email: 'a@b.example' }), contact(9, { email: 'z@b.example' }));
    const { counts } = await loadRecords(contact(2, { email: 'a@b.example' }), contact(1, { email: 'c@b.example' }));
    expect(counts).toEqual(counted({ loaded: 1, updated: 1 }));
    expect([await contactId({ email: 'a@b.example' }), await contactId({ email: 'c@b.example' })]).toEqual([2, 1]);
  });

  it('may have an id below 1, also in what was said with them', async () => {
    const { n, base, business, contact } = about;
    const said = { businessNumber: n + 1, customerId: -24 };
    const sentAt = Date.now() - 60_000;
    const started = new Date(sentAt).toISOString();
    const { counts, refused } = await loadRecords(
      ...base(),
      business(n + 1),
      contact(-24, { email: 'minus@b.example' }),
      { type: 'conversation', ...said, id: n, started },
      {
        ...{ type: 'message', ...said, id: `msg_${sentAt}_4be1a874356f0d2c`, sentAt, text: 'Open?' },
        ...{ direction: 'RECEIVE', channel: 'SMS', status: 'RECEIVED' },
      },
    );
    expect(refused).toEqual([]);
    expect(counts).toEqual(counted({ loaded: base().length + 4 }));
  });
});
