/** Lines of tickets: what was written comes back from them, and loading twice changes nothing. */
import { beforeAll, expect, it } from 'vitest';
import { completeLineFor, exportAccount } from '../../../tools/data/export.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { loadText, linesOf as textOf } from '../../support/data-files.ts';
import { load } from '../../support/load.ts';
import { bring, openWorld } from '../../support/opened-world.ts';
import { asked, comment, create, created, get, itemsOf, newAccount, ofReview, people, update } from './support.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await openWorld();
});

const linesOf = async (n: number) => {
  const lines = await Promise.all((await itemsOf(n)).map((item) => completeLineFor(table, item)));
  return lines.filter((line) => line !== undefined);
};

it('tickets come back as they were, with all that was done', async () => {
  const n = await newAccount();
  const { owner, employee } = people(n);
  const [one, two] = [
    await created(n + 1, asked(n, { tags: ['a', 'B'], externalId: 'x' })),
    await created(n + 1, ofReview(n)),
  ];
  await comment(n, { ticketId: one, comment: 'Hm.', userEmail: owner });
  await update(n, {
    ticketUpdateMessages: [
      { ticketId: one, assignedTo: employee, ticketStatus: 'pending' },
      { ticketId: two, ticketStatus: 'closed' },
    ],
    userEmail: owner,
  });
  const before = [(await get(n, one)).body, (await get(n, two)).body];
  const lines = await linesOf(n);
  expect(lines).toHaveLength(2);
  const exported = [];
  for await (const line of exportAccount(table, n)) if (line.type === 'ticket') exported.push(line);
  expect(exported).toEqual(lines.toSorted((a, b) => String(a.createdAt).localeCompare(String(b.createdAt))));
  // Over what they were made of: they say the same.
  const stored = await itemsOf(n);
  await bring(lines);
  expect(await itemsOf(n)).toEqual(stored);
  for (const item of stored) await table.remove({ Key: { pk: String(item.pk), sk: String(item.sk) } });
  await bring(lines);
  const after = [(await get(n, one)).body, (await get(n, two)).body];
  expect(after).toEqual(before);
  expect(await linesOf(n)).toEqual(lines);
  const again = await itemsOf(n);
  await bring(lines);
  expect(await itemsOf(n)).toEqual(again);
  // What leads to a ticket follows its status.
  expect((await create(n + 1, ofReview(n), { query: { validateOnly: 'true' } })).body).toEqual({ ticketId: 0 });
  const open = lines.map((line) => ({ ...line, ...(line.ticketId === two && { status: 'open', activities: [] }) }));
  expect(await load(table, open)).toEqual([]);
  expect(await created(n + 1, ofReview(n))).toBe(two);
  expect((await get(n, two)).body).toMatchObject({ status: 'open', activityCount: 1 });
});

/** A ticket that was loaded, with another comment in a file. */
const changedLine = async () => {
  const n = await newAccount();
  const { owner } = people(n);
  const ticketId = await created(n + 1, asked(n));
  await comment(n, { ticketId, comment: 'First.', userEmail: owner });
  const [line] = await linesOf(n);
  for (const item of await itemsOf(n)) await table.remove({ Key: { pk: String(item.pk), sk: String(item.sk) } });
  await bring([line]);
  const activities = (line!.activities as { comment?: string }[]).map((each) =>
    each.comment ? { ...each, comment: 'Of the file.' } : each,
  );
  const commentsOf = async () =>
    (await itemsOf(n)).flatMap((item) => (item.comment === undefined ? [] : [item.comment]));
  const byPartner = () => comment(n, { ticketId, comment: 'Of the partner.', userEmail: owner });
  return { text: textOf([{ ...line, activities }]), commentsOf, byPartner };
};

it('keeps all activity of a ticket that its partner changes while it is loaded', async () => {
  const { text, commentsOf, byPartner } = await changedLine();
  let isFirst = true;
  const busy: OpenTable = {
    ...table,
    async transact(actions) {
      if (isFirst) expect((await byPartner()).status).toBe(200);
      isFirst = false;
      return table.transact(actions);
    },
  };
  expect((await loadText(busy, text)).counts).toMatchObject({ changed: 1, updated: 0 });
  expect(await commentsOf()).toEqual(['First.', 'Of the partner.']);
});

it('writes a ticket with its activity, all or nothing', async () => {
  const { text, commentsOf } = await changedLine();
  let writes = 0;
  const cut: OpenTable = {
    ...table,
    transact: async (actions) => (++writes > 1 ? Promise.reject(new Error('cut off')) : table.transact(actions)),
  };
  expect((await loadText(cut, text)).counts).toMatchObject({ updated: 1 });
  expect(await commentsOf()).toEqual(['Of the file.']);
  expect((await loadText(table, text)).counts).toMatchObject({ unchanged: 1 });
});

it('leaves nothing of a ticket that is refused', async () => {
  const n = await newAccount();
  const ticketId = await created(n + 1, ofReview(n));
  await comment(n, { ticketId, comment: 'Said.', userEmail: people(n).owner });
  const [line] = await linesOf(n);
  const before = await itemsOf(n);
  const other = { ...line, ticketId: ticketId + 1 };
  expect((await load(table, [other])).map(({ reason }) => reason)).toEqual([
    'another ticket of the same review or response is not closed',
  ]);
  expect(await itemsOf(n)).toEqual(before);
});

it('refuses tags, statuses and sizes that no request could have left', async () => {
  const n = await newAccount();
  const ticketId = (await created(n + 1, asked(n))) + 1;
  const [line] = await linesOf(n);
  const at = '2026-01-02T03:04:05Z';
  const reasonOf = async (more: object) =>
    (await load(table, [{ ...line, ticketId, ...more }])).map(({ reason }) => reason);
  const tags = Array.from({ length: 11 }, (_, index) => `t${index}`);
  expect(await reasonOf({ tags })).toEqual(['tags must have at most 10 items']);
  const moved = 'activities[0].from and .to must be one of new, open, pending, closed';
  expect(await reasonOf({ activities: [{ type: 'status', at, from: 'new', to: 'lost' }] })).toEqual([moved]);
  expect(await reasonOf({ activities: [{ type: 'status', at, to: 'open' }] })).toEqual([moved]);
  const large = [{ type: 'assigned', at, to: 'x'.repeat(140_000) }];
  expect(await reasonOf({ activities: large })).toEqual(['the record is larger than 128 KB']);
  const activities = [{ type: 'status', at, from: 'NEW', to: 'open' }];
  expect(await reasonOf({ tags: [...tags.slice(1), 'T1'], activities })).toEqual([]);
  const stored = (await linesOf(n)).find((each) => each.ticketId === ticketId);
  expect(stored?.activities).toMatchObject([{ from: 'new', to: 'open' }]);
});

it('loads the rest of the activity of a ticket that has very much', async () => {
  const n = await newAccount();
  const { owner } = people(n);
  await created(n + 1, asked(n));
  const [line] = await linesOf(n);
  for (const item of await itemsOf(n)) await table.remove({ Key: { pk: String(item.pk), sk: String(item.sk) } });
  const activities = Array.from({ length: 200 }, (_, index) => ({
    ...{
      type: 'comment',
      comment: `${index}`,
      by: owner,
      at: new Date(Date.parse('2026-01-01') + index).toISOString(),
    },
  }));
  const text = textOf([{ ...line, activities }]);
  let writes = 0;
  const cut: OpenTable = {
    ...table,
    transact: async (actions) => (++writes > 1 ? Promise.reject(new Error('cut off')) : table.transact(actions)),
  };
  await expect(loadText(cut, text)).rejects.toThrow('cut off');
  expect((await loadText(table, text)).counts).toMatchObject({ updated: 1 });
  expect((await itemsOf(n)).filter((item) => item.comment !== undefined)).toHaveLength(200);
  expect((await loadText(table, text)).counts).toMatchObject({ unchanged: 1 });
  // What the file has no more goes.
  expect((await loadText(table, textOf([{ ...line, activities: [] }]))).counts).toMatchObject({ updated: 1 });
  expect((await itemsOf(n)).filter((item) => item.comment !== undefined)).toEqual([]);
});

it('refuses what can be no ticket', async () => {
  const n = await newAccount();
  const ticket = {
    type: 'ticket',
    businessNumber: n + 1,
    ticketId: n + 70,
    ticketType: 'review',
    status: 'open',
    createdAt: '2026-01-01',
    assignedTo: people(n).owner,
    externalId: 'r1',
  };
  for (const [more, reason] of [
    [{ businessNumber: 7 }, 'business 7 does not exist'],
    [{ externalId: 'none' }, `review none of business ${n + 1} does not exist`],
    [{ externalId: undefined }, 'externalId is required'],
    [{ ticketType: 'survey' }, 'surveyId and surveyResponseId are required'],
    [{ createdAt: 'then' }, 'createdAt must be an ISO 8601 date or time'],
    [
      { activities: [{ type: 'status', at: '2026-01-01', comment: 'x' }] },
      'activities[0].comment must be there for a comment, and for nothing else',
    ],
  ] as const)
    expect((await load(table, [{ ...ticket, ...more }])).map((each) => each.reason)).toEqual([reason]);
  await bring([ticket]);
  const second = await load(table, [{ ...ticket, ticketId: n + 71 }]);
  expect(second.map(({ reason }) => reason)).toEqual(['another ticket of the same review or response is not closed']);
  const moved = await load(table, [{ ...ticket, businessNumber: n + 2, ticketType: 'untagged' }]);
  expect(moved.map(({ reason }) => reason)).toEqual([`ticket ${n + 70} is of business ${n + 1}`]);
});
