/** What the operations of campaigns take of the table, with the largest records: within what docs/campaigns.md says. */
import { beforeAll, expect, it } from 'vitest';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import type { Answer } from '../../support/call.ts';
import { under } from '../../support/expected.ts';
import { bring, openWorld, scan } from '../../support/opened-world.ts';
import { metered } from '../../support/units.ts';
import { create, lastOf, newShop, set, shown } from './support.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await openWorld();
});

/** The answer's status, and what its calls took. */
const taken = async (work: () => Promise<Answer>) => {
  const { result, ...units } = await metered(work);
  return { status: result.status, body: result.body, ...units };
};

it('of a request, and of its link', async () => {
  const shop = await newShop();
  await bring(
    [{ type: 'connector', accountNumber: shop.account, channel: 'EMAIL', url: 'https://connect.example/email' }].map(
      (line) => ({ ...line, secret: 'whsec_dGVzdC1zZWNyZXQtb2YtdGhlLXNob3AtY29ubmVjdG8=' }),
    ),
  );
  const filler = 'x'.repeat(120_000);
  for (const item of await scan()) {
    const isContact = item.type === 'contact' && (item.contact as Item).id === shop.contact;
    if (isContact) await table.put({ Item: { ...item, contact: { ...(item.contact as Item), filler } } });
    const isLarge =
      (item.type === 'business' && item.businessNumber === shop.location) ||
      (item.type === 'survey' && item.surveyId === shop.survey);
    if (isLarge) await table.put({ Item: { ...item, filler } });
  }
  const body = { businessId: shop.location, customerId: shop.contact, surveyId: shop.survey, sendVia: 'email' };
  const made = await taken(() => create(body, under(`units-${shop.account}`)));
  expect([made.status, made.reads <= 500, made.writes <= 700, [made.reads, made.writes]]).toEqual([
    200,
    true,
    true,
    expect.any(Array),
  ]);
  expect(made.writes).toBeGreaterThan(200);
  const read = await taken(() => shown(lastOf(made.body.url)));
  expect([read.status, read.reads <= 100, read.writes]).toEqual([200, true, 0]);
  expect(read.reads).toBeGreaterThan(60);
});

it('of review sources of 90 locations', async () => {
  const shop = await newShop();
  const numbers = Array.from({ length: 90 }, (_, index) => 9_000_000 + index * 1000);
  await bring(
    numbers.map((businessNumber) => ({
      type: 'business',
      businessNumber,
      accountNumber: shop.account,
      business: { name: 'One of ninety' },
    })),
  );
  const body = { resellerId: shop.account, businessIds: numbers };
  for (const sources of [['maps'], ['maps'], ['alpha', 'beta']]) {
    const { status, reads, writes } = await taken(() =>
      set({ ...body, sources }, under(`${sources}-${Math.random()}`)),
    );
    expect([status, reads <= 180 || reads, writes <= 360 || writes]).toEqual([200, true, true]);
  }
});
