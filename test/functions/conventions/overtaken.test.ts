/** A request under an `Idempotency-Key` that another request under it overtakes, between any two of its calls. */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useTable } from '../../../lib/dynamodb/client/environment.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import type { Answer } from '../../support/call.ts';
import { itemsOf } from '../../support/data-files.ts';
import { bare, under } from '../../support/expected.ts';
import { found, newBusiness, openWorld, put } from '../business/update-business/support.ts';
import { creating, inWorld, newAccount } from '../fields/support.ts';

let table: OpenTable;
let count = 0;
let key = '';
beforeAll(async () => {
  table = await openWorld();
  inWorld(table);
});
beforeEach(() => {
  key = `overtaken-${++count}`;
});
afterEach(() => useTable(undefined));

const isReplay = ({ headers }: Answer) => headers['Idempotent-Replayed'] === 'true';

/** Takes away what was answered under the key that was used last. */
const forgetAnswer = async (): Promise<void> => {
  const items: readonly Item[] = (await itemsOf(table)).filter(({ type }) => type === 'idempotency');
  const [{ pk, sk }] = items.toSorted((a, b) => String(b.mark).localeCompare(String(a.mark))) as [Item];
  await table.update({ Key: { pk: String(pk), sk: String(sk) }, UpdateExpression: 'REMOVE kept' });
};

/** Lets `other` run to its end ahead of the first call of the next request that is one of these. */
const ahead = (isDue: (name: 'get' | 'update', sk: string) => boolean, other: () => Promise<unknown>): void => {
  let isOver = false;
  const first = async (name: 'get' | 'update', sk: string): Promise<void> => {
    if (isOver || !isDue(name, sk)) return;
    isOver = true;
    await other();
  };
  const wrapped = (inner: Table): Table => ({
    ...inner,
    within: (limits) => wrapped(inner.within(limits)),
    get: async (of, ...rest) => {
      await first('get', of.sk);
      return inner.get(of, ...rest);
    },
    update: async (input) => {
      await first('update', input.Key.sk);
      return inner.update(input);
    },
  });
  useTable(wrapped(table));
};

describe('a request that another one under its key overtakes', () => {
  it('is a replay where it finds nothing left to write', async () => {
    const id = await newBusiness({ keywords: 'before' });
    const send = () => put(id, { keywords: 'once' }, under(key, { headers: { 'If-Match': '*' } }));
    let other: Answer | undefined;
    ahead(
      (_, sk) => sk === 'PROFILE',
      async () => {
        other = await send();
      },
    );
    const late = await send();
    expect([bare(late), late.headers.ETag]).toEqual([bare(other!), other!.headers.ETag]);
    expect([isReplay(other!), isReplay(late)]).toEqual([false, true]);
    expect((await found(id))?.version).toBe(2);
  });

  it('answers with what was kept first, and is none where it was executed', async () => {
    const id = await newBusiness({ keywords: 'before' });
    const send = () => put(id, { keywords: 'once' }, under(key));
    let other: Answer | undefined;
    ahead(
      (name, sk) => name === 'update' && sk === 'IDEMPOTENCY',
      async () => {
        await put(id, { keywords: 'later' });
        other = await send();
      },
    );
    const executed = await send();
    expect([other!.body.keywords, isReplay(other!)]).toEqual(['later', true]);
    expect([bare(executed), executed.headers.ETag]).toEqual([bare(other!), other!.headers.ETag]);
    expect(isReplay(executed)).toBe(false);
    const again = await send();
    expect([bare(again), isReplay(again)]).toEqual([bare(other!), true]);
  });
});

it('A field that was created is answered alike where its response was not kept', async () => {
  const account = await newAccount();
  const send = () => creating(account, { fieldName: 'Once', type: 'TEXT' }, under(key) as never);
  const first = await send();
  expect(first.body).toMatchObject({ fieldName: 'Once', created: expect.any(Number), updated: expect.any(Number) });
  await forgetAnswer();
  const again = await send();
  expect([bare(again), isReplay(again)]).toEqual([bare(first), true]);
});
