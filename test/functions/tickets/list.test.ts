/** Get tickets: filters, sorts, pages and counts, held to a list that knows all tickets. */
import { beforeAll, expect, it } from 'vitest';
import { answerOf } from '../../support/call.ts';
import { refused } from '../../support/expected.ts';
import { bring, openWorld } from '../../support/opened-world.ts';
import { get, invalid, list, newAccount, people } from './support.ts';

beforeAll(() => openWorld());

const line = (n: number, ticketId: number, at: number, more: object) => ({
  type: 'ticket',
  businessNumber: n + 1,
  ticketId: n * 100 + ticketId,
  ticketType: 'untagged',
  status: 'open',
  createdAt: new Date(at).toISOString(),
  assignedTo: people(n).owner,
  customerId: n + 50,
  description: `d${ticketId}`,
  ...more,
});

const some = async () => {
  const n = await newAccount();
  await bring([
    line(n, 5, 1000, { tags: ['Red', 'blue'], sourceType: 'Chat' }),
    line(n, 4, 1000, { businessNumber: n + 2, status: 'closed', tags: ['red'] }),
    line(n, 3, 2000, { assignedTo: people(n).employee, status: 'pending', sourceType: 'Phone' }),
    line(n, 2, 3000, { ticketType: 'review', externalId: 'r1', status: 'new' }),
    line(n, 1, 4000, { ticketType: 'survey', surveyId: n + 60, surveyResponseId: n + 61, tags: ['green'] }),
  ]);
  const ids = async (body: unknown = {}, query = {}, at = n) =>
    (await list(at, body, query)).body.ticketDetails.map(({ id }: { id: number }) => id - n * 100);
  return { n, ids };
};

it('sorts by creation or alias in both directions, ties by id', async () => {
  const { n, ids } = await some();
  expect(await ids()).toEqual([1, 2, 3, 4, 5]);
  expect(await ids({}, { sortOrder: 0 })).toEqual([4, 5, 3, 2, 1]);
  // The alias of the second location sorts first.
  expect(await ids({}, { sortBy: 3, sortOrder: 0 })).toEqual([4, 1, 2, 3, 5]);
  expect(await ids({}, { sortBy: 3 })).toEqual([1, 2, 3, 5, 4]);
  expect(await ids({}, { sIndex: 1, count: 2 })).toEqual([2, 3]);
  expect(await ids({}, { sIndex: 4, count: 200 })).toEqual([5]);
  expect(await ids({}, {}, n + 2)).toEqual([4]);
});

it('narrows by each filter, and by all of them together', async () => {
  const { n, ids } = await some();
  const { owner, employee } = people(n);
  for (const [body, found] of [
    [{ assignees: [employee.toUpperCase(), 'x@y'] }, [3]],
    [{ assignees: [owner], tagNames: ['RED'] }, [4, 5]],
    [{ businessNumbers: [n + 2, n + 2] }, [4]],
    [{ fromDate: 2000, toDate: 3000 }, [2, 3]],
    [{ fromDate: 1001, toDate: 1999 }, []],
    [{ toDate: 1000 }, [4, 5]],
    [{ sourceAliases: ['MAPS'] }, [2]],
    // Blank values narrow nothing, and a list may be text.
    [{ ticketStatuses: [''], tagNames: [' ', null], assignees: ['null'], sourceAliases: '' }, [1, 2, 3, 4, 5]],
    [{ ticketStatuses: ['', 'CLOSED', null], tagNames: 'green, RED' }, [4]],
    [{ sourceAliases: ['none'] }, []],
    [{ sourceTypes: ['phone', 'CHAT'] }, [3, 5]],
    [{ ticketStatuses: ['New', 'closed'] }, [2, 4]],
    [{ ticketTypes: ['SURVEY', 'review'], ticketStatuses: [] }, [1, 2]],
    [{ tagNames: ['blue'], ticketStatuses: ['closed'] }, []],
    [{ assignees: '', tagNames: null }, [1, 2, 3, 4, 5]],
  ] as const)
    expect([body, await ids(body)]).toEqual([body, found]);
  expect(await ids({ businessNumbers: [n + 1] }, {}, n + 1)).toEqual([1, 2, 3, 5]);
});

it('counts exactly, where it is asked for', async () => {
  const { n } = await some();
  expect((await list(n, {}, { op: 1, count: 1 })).body).toEqual({ ticketDetails: [], count: 0, totalcount: 5 });
  const { body } = await list(n, { ticketStatuses: ['open'] }, { count: 1, totalCount: true });
  expect([body.count, body.totalcount, body.ticketDetails.length]).toEqual([1, 2, 1]);
  expect(await list(n, {}, { count: 1 })).not.toHaveProperty('body.totalcount');
});

it('says what is wrong: the page, the body, the business, then locations', async () => {
  const n = await newAccount();
  for (const [at, body, query, answer] of [
    ['x', {}, { count: 0 }, refused(400, 2347, 'Page size must be 1 to 200')],
    ['x', {}, { sIndex: 99_999, count: 2 }, refused(400, 2348)],
    ['x', {}, { op: 2 }, invalid('op must be one of 1, 3')],
    ['x', {}, { sortBy: 1 }, invalid('sortBy must be one of 2, 3')],
    ['x', { ticketTypes: ['other'] }, {}, refused(400, 400)],
    ['x', { sourceTypes: ['Pigeon'] }, {}, refused(400, 400)],
    ['x', { fromDate: 5, toDate: 4 }, {}, refused(400, 20083)],
    ['x', { businessNumbers: [7] }, {}, refused(404, 1175)],
    [n, { businessNumbers: [n + 1, 201, 7] }, {}, refused(400, 5556, 'Business ids are invalid: 201, 7')],
    [n + 1, { businessNumbers: [n + 2] }, {}, refused(400, 5556, `Business ids are invalid: ${n + 2}`)],
  ] as const)
    expect([body, query, await answerOf(list(at, body, query))]).toEqual([body, query, answer]);
});

it('names an unknown business before a ticket whose id is none', async () => {
  const { n } = await some();
  expect(await answerOf(get(999, 'x'))).toEqual(refused(404, 1175));
  expect(await answerOf(get(n, 'x'))).toEqual(refused(404, 404));
  expect(await answerOf(get('x', 'x'))).toEqual(refused(404, 1175));
});
