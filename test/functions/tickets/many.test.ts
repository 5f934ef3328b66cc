/** Lists that are more than a request reads: too many tickets, and too large a page. */
import { beforeAll, expect, it } from 'vitest';
import type { Call as StoreCall } from '../../../lib/dynamodb/client/call.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { ticketIndex } from '../../../lib/tickets/repository/ticket-index.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { answerOf } from '../../support/call.ts';
import { bring, openWorld, through } from '../../support/opened-world.ts';
import { invalid, list, newAccount, people } from './support.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await openWorld();
});

it('refuses more than 4 MB of the index, and asks for fewer days', async () => {
  const n = await newAccount();
  const rows = { rows: [] as Item[] };
  expect(await ticketIndex({ table, partnerId: 'ours' }).rows(n, {}, 0)).toEqual({ ...rows, units: 0.5 });
  const page = Array.from({ length: 5000 }, (_, at) => ({
    pk: { S: `P#ours#ACCOUNT#${n}#TICKET#${at}`.padEnd(100, '0') },
    sk: { S: 'TICKET' },
    gsi1pk: { S: `P#ours#ACCOUNT#${n}#TICKETS` },
    gsi1sk: { S: `${at}`.padStart(13, '0').padEnd(800, '#') },
  }));
  const outcome = await through(
    (call) => async (operation, input, options) =>
      operation === 'Query' ? ({ Items: page } as never) : call(operation, input, options),
    () => answerOf(list(n)),
  );
  expect(outcome).toEqual(
    invalid('There are too many tickets to be listed at once; ask for fewer days with fromDate and toDate'),
  );
});

it('refuses a page of more than it may read, and asks for a smaller one', async () => {
  const n = await newAccount();
  const lines = Array.from({ length: 40 }, (_, at) => ({
    type: 'ticket',
    businessNumber: n + 1,
    ticketId: n * 1000 + at,
    ticketType: 'untagged',
    status: 'open',
    createdAt: new Date(at).toISOString(),
    assignedTo: people(n).owner,
  }));
  await bring(lines);
  // As if each item were as large as one can be.
  const padded = { pad: { S: 'x'.repeat(390_000) } };
  const large =
    (call: StoreCall): StoreCall =>
    async (operation, input, options) => {
      const output = await call(operation, input, options);
      if (operation !== 'BatchGetItem') return output;
      const { Responses = {} } = output as { Responses?: Record<string, object[]> };
      const all = Object.entries(Responses).map(([name, items]) => [
        name,
        items.map((item) => ({ ...item, ...padded })),
      ]);
      return { ...output, Responses: Object.fromEntries(all) } as typeof output;
    };
  expect(await through(large, () => answerOf(list(n, {}, { count: 40 })))).toEqual(
    invalid('The tickets of this page are too large to be read at once; ask for fewer with count'),
  );
  const page = await through(large, () => list(n, {}, { count: 5, totalCount: true }));
  expect(page.body).toMatchObject({ count: 5, totalcount: 40 });
});
