/** Accounts with many users: a page of any size that a request can read is answered, and a larger one refused. */
import { beforeAll, expect, it } from 'vitest';
import { personItem, type User, userItem } from '../../../lib/users/repository/user.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { openWorld } from '../../support/opened-world.ts';
import { putItems } from '../../support/put-items.ts';
import { list, newAccount } from './support.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await openWorld();
});

const PAGE = 700;

it(`pages of ${PAGE} have each user once, and one of 800 is refused`, async () => {
  const n = await newAccount();
  const users = Array.from({ length: 800 }, (_, index) => ({
    partnerId: 'ours',
    accountNumber: n,
    userId: 70_000 + index,
    emailId: `many-${String(index).padStart(4, '0')}@mail.example`,
    userRole: 'viewer',
    access: 'all',
    createdAt: new Date(1_700_000_000_000 + index).toISOString(),
    invited: false,
  })) satisfies readonly User[];
  await putItems(
    table,
    users.flatMap((user) => [personItem(user, 1), userItem(user)]),
  );
  const page = (startIndex: number, pageSize: number) =>
    list(n, { query: { startIndex: String(startIndex), pageSize: String(pageSize) } });
  const emailsOf = async (startIndex: number) =>
    (await page(startIndex, PAGE)).body.users.map(({ emailId }: { emailId: string }) => emailId);
  expect([...(await emailsOf(0)), ...(await emailsOf(PAGE))]).toEqual(users.map(({ emailId }) => emailId));
  const message = 'The response is too large; accept gzip, or ask for fewer records with startIndex and pageSize';
  expect(await page(0, 800)).toMatchObject({ status: 400, body: { code: 400, message } });
});
