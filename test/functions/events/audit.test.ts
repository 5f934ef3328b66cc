/** The audit, from a write to its entry: values, names, order, deletions, and what has none. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as deleteBusiness } from '../../../functions/business/delete-business.ts';
import { handler as updateBusiness } from '../../../functions/business/update-business.ts';
import { handler as setConnectors } from '../../../functions/connectors/set-connectors.ts';
import { handler as processStream } from '../../../functions/events/process-stream.ts';
import type { StoredEntry } from '../../../lib/audit/repository/entry.ts';
import { businessKey } from '../../../lib/business/repository/business.ts';
import { keyHash, keyId } from '../../../lib/partners/repository/api-key.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { operatorWriter } from '../../../tools/operator.ts';
import { DEMO_KEYS } from '../../contract/sample-call.ts';
import { type Call, call } from '../../support/call.ts';
import { itemsOf } from '../../support/data-files.ts';
import { load } from '../../support/load.ts';
import { REQUIRED } from '../../support/world.ts';
import {
  admin,
  caughtUp,
  closeAudited,
  entriesOf,
  invocations,
  items,
  openAudited,
  putAside,
  SLOW,
} from './audit-world.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await openAudited();
});
afterAll(closeAudited);

const own = keyId(keyHash(DEMO_KEYS.own));
const update = async (number: number, body: object, more: Call = {}): Promise<void> => {
  const path = { businessId: String(number) };
  const { status, body: said } = await call(updateBusiness, {
    key: DEMO_KEYS.own,
    path,
    body: { ...REQUIRED, ...body },
    ...more,
  });
  expect([status, said]).toEqual([200, said]);
};

/** What the tests compare of entries. */
const shortOf = ({ what, change, fields, writer }: StoredEntry) => ({ what, change, fields, writer });

describe('An update by a key', SLOW, () => {
  it('is recorded with key, operation, request, and the fields before and after', async () => {
    await update(700102, { name: 'Old name' });
    const entries = await entriesOf(() => update(700102, { name: 'New name' }, { requestId: 'req-1' }));
    expect(entries.map(({ at, ...rest }) => rest)).toEqual([
      {
        partnerId: 'orchard',
        place: { kind: 'business', number: 700102 },
        what: 'business',
        change: 'changed',
        fields: [['name', '"Old name"', '"New name"']],
        more: 0,
        writer: { kind: 'key', keyId: own, operation: 'updateBusiness', requestId: 'req-1' },
      },
    ]);
    expect(Math.abs(entries[0]!.at - Date.now())).toBeLessThan(60_000);
  });

  it('that changes nothing is not recorded, and leaves the item as it was', async () => {
    await update(700102, { name: 'Same name' }, { requestId: 'first' });
    const stored = () => table.get(businessKey('orchard', 700102));
    const before = await stored();
    expect(await entriesOf(() => update(700102, { name: 'Same name' }, { requestId: 'second' }))).toEqual([]);
    expect(await stored()).toEqual(before);
  });

  it('stands in the order of its writes', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `Name ${index}`);
    const entries = await entriesOf(async () => {
      for (const name of names) await update(700102, { name });
    });
    expect(entries.map(({ fields }) => fields[0]?.[2])).toEqual(names.map((name) => JSON.stringify(name)));
  });

  it('is recorded once, however often the stream shows it', async () => {
    const entries = await entriesOf(() => update(700102, { name: 'Once' }));
    expect(entries).toHaveLength(1);
    const before = await items();
    const context = { getRemainingTimeInMillis: () => 25_000 } as Parameters<typeof processStream>[1];
    for (const event of invocations.slice(-3))
      await processStream(event as Parameters<typeof processStream>[0], context);
    expect(await items()).toEqual(before);
  });
});

describe('An operator', SLOW, () => {
  const operator = (command: string) => ({ kind: 'operator', command, identity: expect.stringMatching(/./) });

  it('is named with the command: keys, plans, imports', async () => {
    const entries = await entriesOf(async () => {
      await admin('keys', 'issue', '--partner', 'audited', '--partner-name', 'Audited', '--plan', 'trial');
      const issued = (await itemsOf(table)).find(({ type, partnerId }) => type === 'apiKey' && partnerId === 'audited');
      const id = keyId(String(issued?.gsi1sk));
      await admin('plan', 'set', '--partner', 'audited', '--plan', 'standard');
      await admin('keys', 'rotate', '--partner', 'audited', '--key', id, '--overlap', '1h');
      await admin('keys', 'revoke', '--partner', 'audited', '--key', id, '--yes');
    });
    expect(entries.map(shortOf)).toMatchObject([
      { what: 'partner', change: 'made', writer: operator('keys issue') },
      { what: 'apiKey', change: 'made', writer: operator('keys issue') },
      { what: 'apiKey', fields: [['meteringKey'], ['plan', '"trial"', '"standard"']], writer: operator('plan set') },
      { what: 'apiKey', writer: operator('keys rotate') },
      { what: 'apiKey', writer: operator('keys rotate') },
      { what: 'apiKey', fields: [['revoked', null, 'true']], writer: operator('keys revoke') },
    ]);
    // No value of what meters keys, and no hash of one.
    const stored = JSON.stringify((await items()).filter(({ partnerId }) => partnerId === 'audited'));
    expect(stored).not.toContain('meter-');
    expect(stored).not.toMatch(/[0-9a-f]{64}/);
  });

  it('is named each time an import changes a record again', async () => {
    const brand = { type: 'competitorBrand', competitorId: 719_001, accountNumber: 700_200, name: 'Kettle chain' };
    const place = { type: 'competitor', competitorId: 719_001, accountNumber: 700_200 };
    const places = [719_002, 719_003].map((compAccountId) => ({
      ...place,
      compAccountId,
      name: `C${compAccountId}`,
    }));
    const named = table.within({ writer: operatorWriter({ isLocal: true }) });
    const entries = await entriesOf(async () => expect(await load(named, [brand, ...places])).toEqual([]));
    // In any order: what leaves no mark has the time of the stream, in whole seconds.
    const ofBrand = entries.filter(({ what }) => what === 'competitorBrand');
    expect(ofBrand.map(({ fields }) => fields)).toEqual(
      expect.arrayContaining([[], [['locations', '0', '1']], [['locations', '1', '2']]]),
    );
    expect(ofBrand.map(({ writer }) => writer?.kind)).toEqual(['operator', 'operator', 'operator']);
  });

  it('is not taken for the one before where no one left a name', async () => {
    await update(700102, { name: 'By a key' });
    const entries = await entriesOf(() =>
      table.update({
        Key: businessKey('orchard', 700102),
        UpdateExpression: 'SET #name = :name',
        ExpressionAttributeNames: { '#name': 'name' },
        ExpressionAttributeValues: { ':name': 'By hand' },
      }),
    );
    expect(entries.map(shortOf)).toEqual([
      {
        what: 'business',
        change: 'changed',
        fields: [['name', '"By a key"', '"By hand"']],
        writer: undefined,
      },
    ]);
  });
});

describe('What is deleted', SLOW, () => {
  it('is recorded with what it had, and its dependent items with it', async () => {
    await load(table, [
      { type: 'business', businessNumber: 799_001, accountNumber: 700_200, business: { name: 'Short-lived' } },
      { type: 'menu', businessNumber: 799_001, menu: { id: 'm-1', menuDetails: { menus: [] } } },
    ]);
    const entries = await entriesOf(() =>
      call(deleteBusiness, { key: DEMO_KEYS.own, path: { businessId: '799001' }, requestId: 'gone' }),
    );
    const writer = { kind: 'key', keyId: own, operation: 'deleteBusiness', requestId: 'gone' };
    const [business, menu] = ['business', 'menu'].map((kind) => entries.find(({ what }) => what === kind));
    expect(entries).toHaveLength(2);
    expect(business).toMatchObject({ change: 'deleted', writer });
    expect(business?.fields).toContainEqual(['name', '"Short-lived"', null]);
    expect(business?.goneWith).toBeUndefined();
    expect(menu).toMatchObject({ change: 'deleted', goneWith: 'business 799001', writer });
  });

  it('shows nothing of connectors', async () => {
    const entries = await entriesOf(async () => {
      const headers = { 'x-business-number': '700100' };
      const { status } = await call(setConnectors, { key: DEMO_KEYS.own, headers, body: { connectors: [] } });
      expect(status).toBe(200);
    });
    expect(entries.map(({ what, change, fields }) => ({ what, change, fields }))).toEqual([
      { what: 'subscription', change: 'deleted', fields: [] },
    ]);
  });

  it('names what removed it from a record that stays', async () => {
    await load(table, [
      { type: 'business', businessNumber: 799_002, accountNumber: 700_200, business: { name: 'Mapped' } },
      {
        type: 'contact',
        accountNumber: 700_200,
        contact: { id: 799_003, email: 'mapped@mail.example', mappings: [{ cid: 1, businessNumber: 799_002 }] },
      },
    ]);
    const entries = await entriesOf(async () => {
      await call(deleteBusiness, { key: DEMO_KEYS.own, path: { businessId: '799002' } });
      // The removal may be behind what came after it; what it writes comes after that.
      await caughtUp();
      await caughtUp();
    });
    expect(entries.find(({ what }) => what === 'contact')).toMatchObject({
      id: '799003',
      change: 'changed',
      fields: [['businessNumbers'], ['contact.mappings']],
      writer: { kind: 'function', name: 'process-stream', follows: 'removal of business 799002' },
    });
  });
});

it('left nothing that could not be recorded', () => {
  expect(putAside()).toEqual([]);
});
