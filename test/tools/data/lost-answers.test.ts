/** Loads of a store that writes and does not answer: each write counts as what it did. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../../cdk/build/bundle.ts';
import { handler as update } from '../../../functions/business/update-business.ts';
import { setConnectorsOf } from '../../../lib/connectors/set-connectors.ts';
import { isRefused, StoreUnavailable } from '../../../lib/dynamodb/client/outcomes.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { type Key, keyText } from '../../../lib/dynamodb/table/keys.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import { localMeteringKeys, planNames } from '../../../tools/admin/local-target.ts';
import { type LoadCounts, loadFile } from '../../../tools/data/load.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { call } from '../../support/call.ts';
import { counted, linesOf, recordsAbout } from '../../support/data-files.ts';
import { createTestTable } from '../../support/store.ts';
import { REQUIRED } from '../../support/world.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lost-'));
});
afterAll(() => rm(directory, { recursive: true }));

interface Sent {
  readonly Item?: Item;
  readonly Key?: Item;
}

/** Lets each write land, and loses the answer to the first one of each record. */
const losing = (table: OpenTable, afterwards: () => Promise<unknown> = async () => {}): Table => {
  const lostOnce = new Set<string>();
  const first = async <T>({ Item: item, Key: key }: Sent, answer: T, hasLanded: boolean): Promise<T> => {
    const name = keyText((item ?? key) as Key);
    if (!hasLanded || lostOnce.has(name)) return answer;
    lostOnce.add(name);
    await afterwards();
    throw new StoreUnavailable('the store cannot be reached', { uncertain: true });
  };
  return {
    ...table,
    put: async (input) => {
      const refused = await table.put(input);
      return first(input, refused, refused === undefined);
    },
    update: async (input) => {
      const outcome = await table.update(input);
      return first(input, outcome, !isRefused(outcome));
    },
    transact: async (actions, token) => {
      const failed = await table.transact(actions, token);
      return first(Object.values(actions[0]!)[0] as Sent, failed, failed === undefined);
    },
  };
};

/** A refusal of a write that its client has sent twice. */
const again = <T extends object>(refused: T | undefined): T | undefined =>
  refused && { ...refused, attempts: 2, uncertain: true };

const loadInto = async (table: Table, file: string): Promise<LoadCounts> =>
  loadFile(file, {
    table,
    plans: await planNames(),
    meteringKeys: localMeteringKeys(table),
    retry: { pause: async () => {} },
  });

const fileOf = async (records: readonly unknown[]): Promise<string> => {
  const file = join(directory, 'records.jsonl');
  await writeFile(file, linesOf(records));
  return file;
};

describe('A load whose answers are lost', () => {
  it('counts every new record as new, of any kind', async () => {
    const file = join(projectRoot, 'tools/local/demo.jsonl');
    const answered = await loadInto(await createTestTable(), file);
    const table = await createTestTable();
    expect(await loadInto(losing(table), file)).toEqual(answered);
    expect(await loadInto(losing(table), file)).toEqual(counted({ unchanged: answered.loaded }));
  });

  it('counts every new record as new, where its client sends the write again', async () => {
    const file = join(projectRoot, 'tools/local/demo.jsonl');
    const answered = await loadInto(await createTestTable(), file);
    const table = await createTestTable();
    const twice: OpenTable = {
      ...table,
      put: async (input) => (await table.put(input)) ?? again(await table.put(input)),
      transact: async (actions, token) =>
        (await table.transact(actions, token)) ?? again(await table.transact(actions, token)),
    };
    expect(await loadInto(twice, file)).toEqual(answered);
  });

  it('counts a new connector as new, and one with another URL as updated', async () => {
    const connector = (channel: string, url: string) => ({
      ...{ type: 'connector', accountNumber: 7_100_100, channel, url },
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
    });
    const { base } = recordsAbout(7_100_100);
    const table = await createTestTable();
    await loadInto(table, await fileOf(base()));
    const first = await fileOf([connector('ALPHA', 'https://a.example/'), connector('SMS', 'https://a.example/')]);
    expect(await loadInto(losing(table), first)).toEqual(counted({ loaded: 2 }));
    const other = await fileOf([connector('ALPHA', 'https://b.example/'), connector('SMS', 'https://a.example/')]);
    expect(await loadInto(losing(table), other)).toEqual(counted({ updated: 1, unchanged: 1 }));
    const third = await fileOf([connector('ALPHA', 'https://c.example/'), connector('EMAIL', 'https://a.example/')]);
    const store = { table, partnerId: 'p-7100100' };
    const own = [{ channel: 'SMS', url: 'https://a.example/' }] as const;
    const set = () => setConnectorsOf(store, 7_100_100, { connectors: own, auth: undefined, validateOnly: false });
    // The first line's update lands, and the partner sets others before it is sent again.
    expect(await loadInto(losing(table, set), third)).toEqual(counted({ updated: 1, changed: 1 }));
    expect(await loadInto(table, third)).toEqual(counted({ changed: 2 }));
  });

  it('counts what it updates as updated, also where a partner has changed it since', async () => {
    const { n, base, business, contact, key } = recordsAbout(7_100_000);
    const table = await createTestTable();
    await loadInto(table, await fileOf([...base(), business(n + 1, { ...REQUIRED, name: 'Old' }), contact(1)]));
    const changed = await fileOf([
      business(n + 1, { ...REQUIRED, name: 'New' }),
      business(n + 2, REQUIRED),
      contact(1, { firstName: 'Ada' }),
    ]);
    let updates = 0;
    const meanwhile = async () => {
      for (const number of [n + 1, n + 2]) {
        const body = { ...REQUIRED, keywords: `change ${++updates}` };
        await call(update, { key: key(), path: { businessId: `${number}` }, body });
      }
    };
    expect(await loadInto(losing(table, meanwhile), changed)).toEqual(counted({ loaded: 1, updated: 2 }));
    expect(await loadInto(table, changed)).toEqual(counted({ changed: 2, unchanged: 1 }));
  });
});
