/** A page of the largest mappings: more than a request reads is refused before it is read. */
import { beforeAll, expect, it } from 'vitest';
import { refusal } from '../../support/expected.ts';
import { bring, openWorld } from '../../support/opened-world.ts';
import { list, newAccount, property } from './support.ts';

beforeAll(() => openWorld());

it('refuses a page of more than 4 MB, and asks for a smaller one', async () => {
  const n = await newAccount(2);
  const integrationProperties = Array.from({ length: 50 }, (_, at) =>
    property(`${at}`.padStart(100, 'k'), 'v'.repeat(1000)),
  );
  const lines = Array.from({ length: 76 }, (_, at) => ({
    type: 'integration',
    businessNumber: n + 1 + (at % 2),
    integrationGroupId: at + 1,
    active: true,
    integrationProperties,
  }));
  await bring(lines);
  const { status, body } = await list(n);
  const { message } = body;
  expect({ status, body }).toEqual(refusal(400, message));
  expect(message).toBe('The mappings of this page are too large to be read at once; ask for fewer with pageSize');
  const page = await list(n, { pageSize: 60 }, { headers: { 'Accept-Encoding': 'gzip' } });
  expect([page.status, page.body.totalCount, page.body.integrations.length]).toEqual([200, 76, 60]);
});
