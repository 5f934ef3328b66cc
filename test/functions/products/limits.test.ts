/** A thousand products of an account, large pages; SKUs that come at once, with lost answers. */
import { beforeAll, expect, it } from 'vitest';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { sortableTime } from '../../../lib/dynamodb/table/keys.ts';
import { type Product, productIdOf, productItem, productKey } from '../../../lib/products/repository/product.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { type Answer, answerOf } from '../../support/call.ts';
import { refused, under } from '../../support/expected.ts';
import { type Fate, fated } from '../../support/fated.ts';
import { openWorld, scan, through } from '../../support/opened-world.ts';
import { putItems } from '../../support/put-items.ts';
import { metered } from '../../support/units.ts';
import { created, creating, deleting, ids, listing, MUG, newAccount } from './support.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await openWorld();
});

/** A product that is stored as it is. */
const stored = (n: number, index: number, fields: Partial<Product>) => {
  const productSku = `SKU-${index}`;
  const productId = productIdOf(n, productSku);
  const price = { amount: '1.00', currencyCode: 'USD' };
  return productItem(
    { partnerId: 'ours', accountNumber: n },
    {
      ...{ ...MUG, status: 'DRAFT', price, productId, productSku, businessNumbers: [] },
      ...{ updatedOn: '2026-02-14T09:00:00.000Z', updatedBy: 'Us', ...fields },
    },
  );
};

const countOf = async (account: number) =>
  (await scan()).find(({ type, accountNumber }) => type === 'productCounts' && accountNumber === account)?.n;

it('an account has a thousand products, in order with ties by id; a page has a limit', async () => {
  const n = await newAccount();
  const first = await created(n);
  const large = '🍮'.repeat(5000);
  await putItems(
    table,
    Array.from({ length: 999 }, (_, index) => stored(n, index, { description: index < 200 ? large : '' })),
  );
  await table.update({
    Key: { pk: String(stored(n, 1, {}).pk), sk: 'COUNTS' },
    UpdateExpression: 'SET n = :n',
    ExpressionAttributeValues: { ':n': 1000 },
  });
  expect(await answerOf(creating(n, MUG))).toEqual(refused(400, 2565, 'The account has 1000 products'));
  const small = (await ids(n, { pageSize: '40' })).slice(1);
  expect(small).toEqual(small.toSorted());
  expect((await listing(n, { pageSize: '40', pageNumber: '24' })).body).toMatchObject({ totalCount: 1000 });
  const message = 'The response is too large; accept gzip, or ask for fewer records with pageNumber and pageSize';
  expect(await answerOf(listing(n, { pageSize: '1000' }))).toEqual(refused(400, 400, message));
  await deleting(n, [first]);
  expect(await created(n, { productSku: 'last' })).toBe(productIdOf(n, 'last'));
});

it('a list of a thousand products that each name 500 locations takes at most 560 units, rows and page together', async () => {
  const n = await newAccount();
  const businessNumbers = Array.from({ length: 500 }, (_, index) => n * 1000 + index);
  await putItems(
    table,
    Array.from({ length: 1000 }, (_, index) => stored(n, index, { businessNumbers })),
  );
  const half = await metered(() => listing(n, { pageSize: '500' }));
  expect([half.result.status, half.reads < 560]).toEqual([400, true]);
  const page = await metered(() => listing(n, { pageSize: '100', pageNumber: '9' }));
  expect([page.result.body.response.length, page.result.body.totalCount, page.reads < 560]).toEqual([100, 1000, true]);
});

const FATES: readonly Fate[] = ['before', 'after', 'twice', 'late', 'well'];

const untilAnswered = async (send: () => Promise<Answer>): Promise<Answer> => {
  for (let tries = 0; tries < 40; tries++) {
    const answer = await send();
    if (answer.status !== 503) return answer;
  }
  throw new Error('no answer');
};

it('of fifty creations of one SKU at once, with lost answers, one wins', async () => {
  const n = await newAccount();
  const late: (() => Promise<unknown>)[] = [];
  const fates = Array.from({ length: 60 }, (_, index) => FATES[index % FATES.length]!);
  const answers = await through(fated(fates, late), () =>
    Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const more = index % 2 ? under(`sku-${n}-${index}`) : {};
        const body = { ...MUG, title: `Mug ${index}`, productSku: index % 3 ? 'mug' : ' MUG ' };
        return untilAnswered(() => creating(n, body, more));
      }),
    ),
  );
  await Promise.allSettled(late.map((send) => send()));
  const [productId] = await ids(n);
  const outcomes = answers.map(({ status, body }) => (status === 200 ? body.productId : body.message));
  const won = outcomes.filter((each) => each !== 'The SKU belongs to another product');
  expect(won.length).toBeLessThanOrEqual(1);
  expect(won.filter((each) => each !== productId)).toEqual([]);
  expect((await listing(n)).body.totalCount).toBe(1);
  expect(await countOf(n)).toBe(1);
  // No late try of a creation restores what was deleted since.
  await deleting(n, [productId!]);
  await Promise.allSettled(late.map((send) => send()));
  expect(await ids(n)).toEqual([]);
  expect(await countOf(n)).toBe(0);
});

it('a deletion of many that is repeated under its key takes those too whose marks are ahead', async () => {
  const n = await newAccount();
  const productIds = await Promise.all(
    Array.from({ length: 50 }, (_, index) => created(n, { productSku: `ahead-${index}` })),
  );
  const owner = { partnerId: 'ours', accountNumber: n };
  const read = await table.batchGet(productIds.map((id) => productKey(owner, id)));
  // As if another process had written them, whose clock is a minute ahead: those that a first transaction leaves.
  for (const item of read.slice(45))
    await table.put({ Item: { ...item, p0: `${sortableTime(clock.now() + 60_000)}-${'a'.repeat(16)}` } });
  const key = under(`many-${n}`);
  const send = () => deleting(n, productIds, key);
  expect((await through(fated(['well', 'before']), send)).status).toBe(503);
  expect(await ids(n)).toHaveLength(5);
  expect((await send()).status).toBe(200);
  expect(await ids(n)).toEqual([]);
  expect(await countOf(n)).toBe(0);
});
