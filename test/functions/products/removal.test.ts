/** What happens to products and services when their location or account is deleted. */
import { beforeAll, expect, it } from 'vitest';
import { openWorld, scan } from '../../support/opened-world.ts';
import { remove, sweep } from '../business/delete-business/support.ts';
import { created as createdService } from '../services/support.ts';
import { created, getting, ids, newAccount } from './support.ts';

beforeAll(() => openWorld());

const ofAccount = async (account: number, ...types: readonly string[]) =>
  (await scan()).filter(({ type, accountNumber }) => types.includes(String(type)) && accountNumber === account);

it('a product loses a location that is deleted, and goes with its last one', async () => {
  const n = await newAccount();
  const lost: string[] = [];
  for (let index = 0; index < 4; index++) lost.push(await created(n, { businessNumbers: [n + 1] }));
  const both = await created(n, { businessNumbers: [n + 1, n + 2] });
  const all = await created(n);
  const before = (await getting(n, both)).body;
  expect((await remove(n + 1)).status).toBe(200);
  await sweep([n + 1]);
  expect((await getting(n, both)).body).toEqual({ ...before, businessNumbers: [n + 2], locationCount: 1 });
  expect(await ids(n)).toEqual([all, both]);
  const [counts] = await ofAccount(n, 'productCounts');
  expect(counts?.n).toBe(2);
  await remove(n + 2);
  await sweep([n + 2]);
  expect(await ids(n)).toEqual([all]);
  expect((await getting(n, all)).body.locationCount).toBeNull();
});

it('products and services go with their account', async () => {
  const n = await newAccount(0);
  await created(n);
  await created(n);
  await createdService(n, { name: 'Tea' });
  expect((await remove(n)).status).toBe(200);
  await sweep([n]);
  expect(await ofAccount(n, 'product', 'productCounts', 'service', 'serviceCounts')).toEqual([]);
});
