/** POST /v1/sandbox/reset over the engine: alone, again, two at once, cut off, while others write. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as createBusiness } from '../../../functions/business/create-business.ts';
import { handler as getBusiness } from '../../../functions/business/get-business.ts';
import { handler as getContact } from '../../../functions/contacts/get-contact.ts';
import { handler as getMenuDetails } from '../../../functions/menus/get-menu-details.ts';
import { handler as resetSandbox } from '../../../functions/sandbox/reset-sandbox.ts';
import { handler as listSurveys } from '../../../functions/surveys/list-surveys.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { useTable } from '../../../lib/dynamodb/client/environment.ts';
import { StoreUnavailable } from '../../../lib/dynamodb/client/outcomes.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import { sandboxKey } from '../../../lib/sandbox/repository/sandbox.ts';
import { scanItems } from '../../../tools/data/commands/scan.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { type Answer, call } from '../../support/call.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';
import { KEYS, world } from '../../support/world.ts';

let table: OpenTable;
beforeEach(async () => {
  // Nothing is behind here: the engine's index does not lag.
  vi.spyOn(clock, 'pause').mockResolvedValue();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  table = await createTestTable();
  expect(await load(table, world)).toEqual([]);
});
afterEach(() => {
  vi.restoreAllMocks();
  useTable(undefined);
});

const itemsOf = async (partner: string): Promise<Item[]> => {
  const items: Item[] = [];
  for await (const item of scanItems(table)) if (String(item.pk).startsWith(`P#${partner}#`)) items.push(item);
  return items;
};

/** The accounts and locations that a partner has. */
const recordsOf = async (partner: string): Promise<number[]> =>
  (await itemsOf(partner))
    .flatMap(({ type, accountNumber, businessNumber }) => {
      if (type === 'account') return [Number(accountNumber)];
      return type === 'business' ? [Number(businessNumber)] : [];
    })
    .toSorted((a, b) => a - b);

const numbersIn = ({ body }: Answer): number[] =>
  [
    body.accountNumber,
    ...body.locations.map(({ businessNumber }: { businessNumber: number }) => businessNumber),
  ].toSorted((a, b) => a - b);

/** The partner has what the response says, and nothing else, and all of it works. */
const expectWhole = async (answer: Answer): Promise<void> => {
  expect(answer.status).toBe(200);
  expect(await recordsOf('ours')).toEqual(numbersIn(answer));
  const { accountNumber, locations, contactIds, surveyIds } = answer.body;
  const account = String(accountNumber);
  for (const { businessNumber, name } of locations) {
    const { status, body } = await call(getBusiness, { path: { businessId: String(businessNumber) } });
    expect({ status, name: body.name }).toEqual({ status: 200, name });
  }
  for (const id of contactIds) {
    const found = await call(getContact, { query: { businessId: account }, body: { id } });
    expect([found.status, found.body.id]).toEqual([200, id]);
  }
  const menus = await call(getMenuDetails, { headers: { 'x-business-number': account } });
  expect([menus.status, menus.body.length]).toEqual([200, 1]);
  const surveys = await call(listSurveys, { path: { businessId: account } });
  expect(JSON.stringify(surveys.body)).toContain(String(surveyIds[0]));
};

/** A table that fails at the transaction that loads the data. */
const failingAtLoad = (failure: () => Promise<never>): Table => {
  const failing = (of: Table): Table => ({
    ...of,
    within: (limits) => failing(of.within(limits)),
    transact: (actions, ...rest) => (actions.length > 20 ? failure() : of.transact(actions, ...rest)),
  });
  return failing(table);
};

const BUSY = { status: 409, code: 409 };
const shown = ({ status, body }: Answer) => ({ status, code: body.code });

describe('reset sandbox', () => {
  it('removes what the partner has and loads the demo data, and touches nothing of another partner', async () => {
    const theirs = await itemsOf('theirs');
    expect(await recordsOf('ours')).toContain(101);
    await expectWhole(await call(resetSandbox));
    expect(await itemsOf('theirs')).toEqual(theirs);
  });

  it('loads under new numbers each time, also at once after another', async () => {
    const first = await call(resetSandbox);
    const second = await call(resetSandbox);
    await expectWhole(second);
    const before = new Set(numbersIn(first));
    expect(numbersIn(second).filter((number) => before.has(number))).toEqual([]);
  });

  it('finds the account that it loaded last where the index does not show it yet', async () => {
    await call(resetSandbox);
    const lagging = (of: Table): Table => ({
      ...of,
      within: (limits) => lagging(of.within(limits)),
      async *query(input) {
        const asksForAccounts = Object.values(input.ExpressionAttributeValues ?? {}).includes('P#ours#ACCOUNTS');
        for await (const page of of.query(input)) yield asksForAccounts ? [] : page;
      },
    });
    useTable(lagging(table));
    await expectWhole(await call(resetSandbox));
  });

  it('changes nothing in a dry run, and answers what would be, with no numbers', async () => {
    const before = await itemsOf('ours');
    const { status, body } = await call(resetSandbox, { query: { validateOnly: 'true' } });
    expect({ status, numbers: numbersIn({ body } as Answer) }).toEqual({ status: 200, numbers: [0, 0, 0, 0] });
    expect(await itemsOf('ours')).toEqual(before);
  });

  it('is done once under an idempotency key, and answers a repetition alike', async () => {
    const headers = { 'Idempotency-Key': 'reset-1' };
    const first = await call(resetSandbox, { headers });
    expect((await call(resetSandbox, { headers })).body).toEqual(first.body);
    await expectWhole(first);
  });

  it('answers a repetition alike where its response could not be kept', async () => {
    const headers = { 'Idempotency-Key': 'reset-2' };
    const first = await call(resetSandbox, { headers });
    const kept = (await itemsOf('ours')).find(({ type }) => type === 'idempotency')!;
    await table.update({ Key: { pk: String(kept.pk), sk: String(kept.sk) }, UpdateExpression: 'REMOVE kept' });
    expect((await call(resetSandbox, { headers })).body).toEqual(first.body);
    await expectWhole(first);
  });

  it('is another one under a key that is free again, though its item is there still', async () => {
    const headers = { 'Idempotency-Key': 'reset-4' };
    const first = await call(resetSandbox, { headers });
    const { pk, sk } = (await itemsOf('ours')).find(({ type }) => type === 'idempotency')!;
    await table.update({
      Key: { pk: String(pk), sk: String(sk) },
      UpdateExpression: 'SET expiresAtSeconds = :past',
      ExpressionAttributeValues: { ':past': 1 },
    });
    const second = await call(resetSandbox, { headers });
    expect(second.body.accountNumber).not.toBe(first.body.accountNumber);
    await expectWhole(second);
  });

  it('leaves what another try of it has loaded, which ended before this one began', async () => {
    const headers = { 'Idempotency-Key': 'reset-3' };
    let faster: Answer | undefined;
    let isMet = false;
    const meeting = (of: Table): Table => ({
      ...of,
      within: (limits) => meeting(of.within(limits)),
      async update(input) {
        if (!isMet) {
          isMet = true;
          useTable(table);
          faster = await call(resetSandbox, { headers });
        }
        return of.update(input);
      },
    });
    useTable(meeting(table));
    const late = await call(resetSandbox, { headers });
    useTable(undefined);
    expect([isMet, late.body]).toEqual([true, faster?.body]);
    await expectWhole(late);
    // And the lease is free.
    await expectWhole(await call(resetSandbox));
  });

  it('lets one of several at once through, and refuses the others with 409', async () => {
    const answers = await Promise.all([call(resetSandbox), call(resetSandbox), call(resetSandbox)]);
    const done = answers.filter(({ status }) => status === 200);
    // One may begin once another has ended; the last one's data stands.
    expect(done.length).toBeGreaterThan(0);
    for (const answer of answers) if (answer.status !== 200) expect(shown(answer)).toEqual(BUSY);
    const last = (await table.get(sandboxKey('ours')))?.accountNumber;
    await expectWhole(done.find(({ body }) => body.accountNumber === last)!);
  });

  it('is refused while another one is under way, and goes on once that was cut off and its lease is over', async () => {
    const far = clock.now() + 20_000;
    await table.put({
      Item: { ...sandboxKey('ours'), partnerId: 'ours', type: 'sandbox', v: 1, lease: 'x', leaseUntil: far },
    });
    const before = await recordsOf('ours');
    const refused = await call(resetSandbox);
    expect(shown(refused)).toEqual(BUSY);
    expect(refused.headers['Retry-After']).toBe('1');
    expect(await recordsOf('ours')).toEqual(before);
    // Under a key it is worth another try: the key stays free.
    const headers = { 'Idempotency-Key': 'reset-3' };
    expect((await call(resetSandbox, { headers })).status).toBe(503);
    vi.spyOn(clock, 'now').mockImplementation(() => Date.now() + 31_000);
    await expectWhole(await call(resetSandbox, { headers }));
  });

  it('answers 503 where it was cut off, and is whole when it is sent again', async () => {
    useTable(
      failingAtLoad(async () => {
        throw new StoreUnavailable('gone');
      }),
    );
    const cut = await call(resetSandbox);
    expect(cut.status).toBe(503);
    // Half done: all is gone, and nothing is loaded.
    expect(await recordsOf('ours')).toEqual([]);
    useTable(undefined);
    await expectWhole(await call(resetSandbox));
  });

  it('knows its own data where the response of the store was lost', async () => {
    const lost = (of: Table): Table => ({
      ...of,
      within: (limits) => lost(of.within(limits)),
      async transact(actions, ...rest) {
        const outcome = await of.transact(actions, ...rest);
        if (actions.length > 20) throw new StoreUnavailable('lost', { uncertain: true });
        return outcome;
      },
    });
    useTable(lost(table));
    const answer = await call(resetSandbox);
    useTable(undefined);
    await expectWhole(answer);
  });

  it('loads nothing once its lease is another’s', async () => {
    const stolen = (of: Table): Table => ({
      ...of,
      within: (limits) => stolen(of.within(limits)),
      async transact(actions, ...rest) {
        if (actions.length > 20)
          await table.update({
            Key: sandboxKey('ours'),
            UpdateExpression: 'SET lease = :other',
            ExpressionAttributeValues: { ':other': 'another' },
          });
        return of.transact(actions, ...rest);
      },
    });
    useTable(stolen(table));
    expect((await call(resetSandbox)).status).toBe(503);
    expect(await recordsOf('ours')).toEqual([]);
    expect((await table.get(sandboxKey('ours')))?.lease).toBe('another');
  });

  it('takes what others create below the accounts meanwhile along', async () => {
    const create = (name: string) =>
      call(createBusiness, {
        query: { rid: '100', email_id: 'owner@shop.example' },
        body: { businessName: name, zip: '93401', countryCode: 'US', type: 'Business' },
      });
    const created = Promise.all(['One', 'Two', 'Three', 'Four'].map((name) => create(`Shop ${name}`)));
    const answer = await call(resetSandbox);
    // Some came in time, and are gone again; others found their account gone.
    for (const { status } of await created) expect([200, 404, 409, 503]).toContain(status);
    await expectWhole(answer);
  });

  it('deletes no more than a request may cost, and goes on when it is sent again', async () => {
    const many = Array.from({ length: 50 }, (_, index) => ({
      type: 'business',
      businessNumber: 10_000 + index,
      accountNumber: 100,
      business: { name: `Shop ${index}` },
    }));
    expect(await load(table, many)).toEqual([]);
    const before = (await recordsOf('ours')).length;
    const headers = { 'Idempotency-Key': 'reset-4' };
    const first = await call(resetSandbox, { headers });
    expect([first.status, first.headers['Retry-After']]).toEqual([503, '1']);
    // What was under way when the last one was refused may have ended with the request.
    const left = (await recordsOf('ours')).length;
    expect(left).toBeGreaterThanOrEqual(before - 40);
    expect(left).toBeLessThan(before - 20);
    await expectWhole(await call(resetSandbox, { headers }));
  });

  it('resets the sandbox of the key’s partner alone', async () => {
    const ours = await itemsOf('ours');
    const { status } = await call(resetSandbox, { key: KEYS.theirs });
    expect(status).toBe(200);
    expect(await itemsOf('ours')).toEqual(ours);
  });
});
