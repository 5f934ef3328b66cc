/** Requests about one ticket at once, and the limits of its activity. */
import { beforeAll, expect, it } from 'vitest';
import type { Call as StoreCall } from '../../../lib/dynamodb/client/call.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { answerOf } from '../../support/call.ts';
import { refused } from '../../support/expected.ts';
import { openWorld, through } from '../../support/opened-world.ts';
import { asked, comment, created, get, invalid, itemsOf, newAccount, people, update } from './support.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await openWorld();
  clock.pause = async () => {};
});

const said = (n: number, ticketId: number, words = 'Yes.') => ({
  ticketId,
  comment: words,
  userEmail: people(n).owner,
});
const row = (n: number, ticketId: number, more: object) => ({
  ticketUpdateMessages: [{ ticketId, ...more }],
  userEmail: people(n).owner,
});

it('all land, one after the other', async () => {
  const n = await newAccount();
  const id = await created(n + 1, asked(n));
  const sent = [
    ...Array.from({ length: 4 }, (_, at) => comment(n, said(n, id, `${at}`))),
    update(n, row(n, id, { assignedTo: people(n).employee })),
    update(n, row(n, id, { ticketStatus: 'pending' })),
  ];
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array(6).fill(200));
  const { activities, activityCount, assignedTo } = (await get(n, id)).body;
  expect([activityCount, assignedTo.emailId]).toEqual([7, people(n).employee]);
  const words = activities.flatMap((each: { comment: string | null }) => each.comment ?? []);
  expect(words.toSorted()).toEqual(['0', '1', '2', '3']);
  expect(activities).toHaveLength(7);
});

it('one that others are always faster than is a 409, and changes nothing', async () => {
  const n = await newAccount();
  const id = await created(n + 1, asked(n));
  const item = (await itemsOf(n)).find(({ type }) => type === 'ticket')!;
  const faster =
    (call: StoreCall): StoreCall =>
    async (operation, input, options) => {
      if (operation === 'TransactWriteItems')
        await table.update({
          Key: { pk: String(item.pk), sk: String(item.sk) },
          UpdateExpression: 'SET version = version + :one',
          ExpressionAttributeValues: { ':one': 1 } as Item,
        });
      return call(operation, input, options);
    };
  const outcome = await through(faster, async () => [
    await answerOf(comment(n, said(n, id))),
    await answerOf(update(n, row(n, id, { ticketStatus: 'closed' }))),
  ]);
  expect(outcome).toEqual([refused(409, 409), refused(409, 409)]);
  expect((await get(n, id)).body).toMatchObject({ status: 'new', activityCount: 1 });
});

it('holds 500 comments, and the newest 500 changes', async () => {
  const n = await newAccount();
  const id = await created(n + 1, asked(n));
  const item = (await itemsOf(n)).find(({ type }) => type === 'ticket')!;
  await table.update({
    Key: { pk: String(item.pk), sk: String(item.sk) },
    UpdateExpression: 'SET comments = :comments, changes = :changes',
    ExpressionAttributeValues: { ':comments': 499, ':changes': 547 },
  });
  // As they were made before: one a millisecond.
  const old = Array.from({ length: 547 }, (_, at) => ({
    ...(({ description: _, ...rest }) => rest)(
      Object.fromEntries(
        Object.entries(item).filter(([name]) =>
          ['partnerId', 'accountNumber', 'businessNumber', 'ticketId', 'pk'].includes(name),
        ),
      ) as Item,
    ),
    type: 'ticketActivity',
    v: 1,
    sk: `ACT#${String(1000 + at).padStart(13, '0')}-0000000000000000`,
    at: 1000 + at,
    changes: [{ type: 'status', from: 'open', to: 'pending' }],
  }));
  for (let at = 0; at < old.length; at += 50)
    await table.transact(old.slice(at, at + 50).map((Item) => ({ Put: { Item } })));
  expect((await comment(n, said(n, id))).status).toBe(200);
  expect(await answerOf(comment(n, said(n, id)))).toEqual(
    invalid(`ticketId ${id} has 500 comments, the most a ticket can have`),
  );
  const stored = async () =>
    (await itemsOf(n)).filter(({ changes, type }) => type === 'ticketActivity' && changes).length;
  for (const [ticketStatus, left] of [
    ['pending', 548],
    ['open', 549],
    ['closed', 500],
  ] as const) {
    expect((await update(n, row(n, id, { ticketStatus }))).status).toBe(200);
    expect(await stored()).toBe(left);
  }
  const { activities, activityCount } = (await get(n, id)).body;
  expect([activityCount, activities.length]).toEqual([1 + 500 + 500, 1 + 1 + 500]);
  expect(activities.at(-1)).toMatchObject({ type: 'status', to: 'closed' });
});
