/** DELETE /v1/business/{businessId}: what goes, what stays, what is refused. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as createBusiness } from '../../../../functions/business/create-business.ts';
import { handler as updateBusiness } from '../../../../functions/business/update-business.ts';
import { handler as addLink } from '../../../../functions/competitors/add-aggregation-link.ts';
import { itemsOfLocation } from '../../../../lib/business/repository/deletion.ts';
import { clock } from '../../../../lib/dynamodb/client/clock.ts';
import { entities } from '../../../../lib/entities.ts';
import { accountItem, accountKey } from '../../../../lib/partners/repository/account.ts';
import { itemChecker } from '../../../../tools/data/check-items.ts';
import type { OpenTable } from '../../../../tools/open-table.ts';
import { type Answer, answerOf, call } from '../../../support/call.ts';
import { refused } from '../../../support/expected.ts';
import { bring, scan, through } from '../../../support/opened-world.ts';
import { KEYS, REQUIRED } from '../../../support/world.ts';
import { byKey, isOfContacts, missing, newFamily, openWorld, remove, sweep, tombstones } from './support.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await openWorld();
});

const done = { status: 200, body: {} };

describe('A location', () => {
  it('is gone at once with its menu, then with its links and the mappings to it; all else stays as it was', async () => {
    const n = await newFamily();
    const before = byKey(await scan());
    expect(await answerOf(remove(n + 1))).toEqual(done);
    const after = byKey(await scan());
    expect(missing(before, after)).toEqual([`P#ours#BUSINESS#${n + 1} MENU`, `P#ours#BUSINESS#${n + 1} PROFILE`]);
    for (const [key, item] of after) expect(item).toEqual(before.get(key));
    const [tombstone] = await tombstones(n + 1);
    expect(itemChecker()(tombstone!)).toBeUndefined();
    expect(JSON.stringify(tombstone)).not.toMatch(/One|94061/);

    const path = { businessId: String(n + 1) };
    expect((await call(updateBusiness, { path, body: REQUIRED })).body.code).toBe(1175);
    const link = { compAccountId: String(n + 3), businessNumber: String(n + 1) };
    const body = { sourceAlias: 'alpha', url: 'https://x.example' };
    expect((await call(addLink, { path: link, body })).body.code).toBe(1011);

    expect(await sweep([n + 1])).toEqual({ batchItemFailures: [] });
    const swept = byKey(await scan());
    const gone = missing(after, swept).map((key) => key.replace(/[0-9a-f]{64}/g, '<digest>'));
    expect(gone).toEqual([
      ...[0, 0].map(() => `P#ours#ACCOUNT#${n}#CID#<digest> CONTACT`),
      ...[0, 0].map(() => expect.stringMatching(`^P#ours#COMPETITOR#${n + 3} AGG#${n + 1}#`)),
    ]);
    for (const [key, item] of swept) {
      if (!isOfContacts(key, n)) expect(item).toEqual(after.get(key));
    }
    const contact = (id: number) => swept.get(`P#ours#ACCOUNT#${n}#CONTACT#${id} CONTACT`);
    expect(contact(n + 4)).toMatchObject({
      businessNumbers: [n + 2],
      contact: { mappings: [{ cid: n + 6, businessNumber: n + 2 }] },
      version: 2,
    });
    expect(contact(n + 7)).toMatchObject({ contact: { mappings: [] }, version: 2 });
    expect(contact(n + 7)).not.toHaveProperty('businessNumbers');
  });

  it('has every fixed place of its partition in the deletion', () => {
    const fixed = entities.filter(
      ({ keys }) => keys.pk.split(', ').includes('P#<partner>#BUSINESS#<number>') && !keys.sk.includes('<'),
    );
    const places = fixed.map(({ keys }) => keys.sk).filter((sk) => sk !== 'PROFILE' && sk !== 'DELETED');
    expect(
      itemsOfLocation('p', 1)
        .map(({ sk }) => sk)
        .toSorted(),
    ).toEqual(places.toSorted());
    expect(places).toContain('MENU');
  });

  it('is deleted once, and no one else deletes it', async () => {
    const n = await newFamily();
    expect(await answerOf(remove(n + 1, { key: KEYS.theirs }))).toEqual(refused(404, 1175));
    const answers = await Promise.all([1, 2, 3].map(() => answerOf(remove(n + 1))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect(await answerOf(remove(n + 1))).toEqual(refused(404, 1175));
  });

  it('is deleted once under an idempotency key, which answers again', async () => {
    const n = await newFamily();
    const under = (key: string) => ({ headers: { 'Idempotency-Key': `${key}-${n}` } });
    const answers = await Promise.all([1, 2, 3].map(() => answerOf(remove(n + 1, under('one')))));
    expect(answers).toEqual([done, done, done]);
    const again = await remove(n + 1, under('one'));
    expect([again.status, again.headers['Idempotent-Replayed']]).toEqual([200, 'true']);
    expect(await answerOf(remove(n + 1, under('two')))).toEqual(refused(404, 1175));
  });

  it('is checked by its version and status, and a dry run writes nothing', async () => {
    const n = await newFamily();
    await bring([{ type: 'business', businessNumber: n + 9, accountNumber: n, status: 'suspended', business: {} }]);
    const before = await scan();
    expect(await answerOf(remove(n + 9))).toEqual(refused(403, 1184, "You can't delete a suspended business"));
    const stale = await remove(n + 1, { headers: { 'If-Match': '"2"' } });
    expect([stale.status, stale.headers.ETag]).toEqual([412, '"1"']);
    const dry = { query: { validateOnly: 'true' } };
    expect(await answerOf(remove(n + 1, dry))).toEqual(done);
    expect(await answerOf(remove(n + 9, dry))).toEqual(refused(403, 1184, "You can't delete a suspended business"));
    expect(await answerOf(remove(n, dry))).toEqual(refused(400, 1174));
    expect(await answerOf(remove(n + 100_000, dry))).toEqual(refused(404, 1175));
    expect(await scan()).toEqual(before);
    expect(await answerOf(remove(n + 1, { headers: { 'If-Match': '"1"' } }))).toEqual(done);
  });

  it('is gone for good, whoever updates it meanwhile', async () => {
    const n = await newFamily();
    const path = { businessId: String(n + 1) };
    const updates = Array.from({ length: 10 }, (_, index) =>
      call(updateBusiness, { path, body: { ...REQUIRED, keywords: `k${index}` } }),
    );
    const [deleted, ...updated] = await Promise.all([remove(n + 1), ...updates]);
    expect(deleted.status).toBe(200);
    for (const { status } of updated) expect([200, 404]).toContain(status);
    expect(await table.get({ pk: `P#ours#BUSINESS#${n + 1}`, sk: 'PROFILE' })).toBeUndefined();
  });
});

describe('An account', () => {
  it('stays while it has locations or sub-accounts, as it was', async () => {
    const n = await newFamily();
    const before = await scan();
    expect(await answerOf(remove(n))).toEqual(refused(400, 1174));
    expect(await scan()).toEqual(before);
    await Promise.all([remove(n + 1), remove(n + 2)]);
    await table.put({ Item: accountItem({ accountNumber: n + 9, partnerId: 'ours', name: 'Below', parent: n }) });
    expect(await answerOf(remove(n))).toEqual(refused(400, 1174));
  });

  it('goes with its contacts, their pointers, its competitors and their links; its number stays the partner’s', async () => {
    const n = await newFamily();
    const before = byKey(await scan());
    await Promise.all([remove(n + 1), remove(n + 2)]);
    expect(await answerOf(remove(n))).toEqual(done);
    expect(await answerOf(remove(n))).toEqual(refused(404, 1175));
    await sweep([n, n + 1, n + 2]);
    const after = byKey(await scan());
    const ofFamily = new RegExp(`^P#ours#(?:ACCOUNT#${n}|BUSINESS#${n + 1}|BUSINESS#${n + 2}|COMPETITOR#${n + 3})[ #]`);
    expect(missing(before, after)).toEqual([...before.keys()].filter((key) => ofFamily.test(key)).sort());
    for (const [key, item] of after) expect(item).toEqual(before.get(key));
    expect(after.get(`NUMBER#${n} OWNER`)).toMatchObject({ partnerId: 'ours', kind: 'account' });
  });

  it('that gets a location between the two looks stays, and takes more', async () => {
    const n = await newFamily();
    await Promise.all([remove(n + 1), remove(n + 2)]);
    const account = await table.get(accountKey('ours', n));
    const answer = await through(
      (next) => async (operation, input, options) => {
        // The closing: a creation was faster.
        const isClosing = operation === 'UpdateItem' && JSON.stringify(input).includes('SET closing');
        if (isClosing)
          await table.put({ Item: accountItem({ accountNumber: n + 9, partnerId: 'ours', name: 'Below', parent: n }) });
        return next(operation, input, options);
      },
      () => answerOf(remove(n)),
    );
    expect(answer).toEqual(refused(400, 1174));
    expect(await table.get(accountKey('ours', n))).toEqual(account);
  });

  it('is never deleted above what is created at the same time', async () => {
    const { pause } = clock;
    const pauses: number[] = [];
    const round = async (when: 'with it' | 'while it waits' | 'behind it') => {
      const n = await newFamily();
      await Promise.all([remove(n + 1), remove(n + 2)]);
      let creating: Promise<Answer> | undefined;
      const create = () => {
        creating ??= call(createBusiness, {
          query: { rid: String(n), email_id: 'a@b.example' },
          body: { businessName: 'Late', zip: '94061', phone: '(650) 555-0123' },
        });
        return creating;
      };
      clock.pause = async (milliseconds) => {
        pauses.push(milliseconds);
        if (when === 'while it waits' && !creating) await create();
      };
      if (when === 'with it') void create();
      const deleted = await remove(n);
      return [deleted.status, (await create()).status].join();
    };
    expect(['200,404', '400,200']).toContain(await round('with it'));
    // A creation that was faster is found before the deletion waits.
    pauses.length = 0;
    expect(['200,404', '400,200']).toContain(await round('while it waits'));
    expect(await round('behind it')).toBe('200,404');
    // What the index may lag behind.
    expect(pauses.filter((each) => each === 1000)).toHaveLength(2);
    clock.pause = pause;
  });

  it('is deleted once by several at once', async () => {
    const n = await newFamily();
    await Promise.all([remove(n + 1), remove(n + 2)]);
    const answers = await Promise.all([1, 2, 3].map(() => remove(n)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });
});
