/** A server that answers in turn with what a test sets, for clients that read lists and follow changes and bulk updates. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Asked {
  readonly url: URL;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes
  readonly body: any;
}

export interface FollowServer {
  readonly url: string;
  /** Answers requests with these, in their order, and forgets what was asked. */
  readonly answerWith: (replies: readonly object[]) => void;
  readonly asked: () => readonly Asked[];
  readonly close: () => void;
}

export const startFollowServer = async (): Promise<FollowServer> => {
  let asked: Asked[] = [];
  let replies: object[] = [];
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    asked.push({ url: new URL(request.url!, 'http://localhost'), body: text && JSON.parse(text) });
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(replies.shift()));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answerWith: (given) => {
      asked = [];
      replies = [...given];
    },
    asked: () => asked,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const tickets = (...ids: readonly number[]) => ({ ticketDetails: ids.map((id) => ({ id })), count: ids.length });

/** Lists of records 1 to 3 in pages of two, the first without a record that changed meanwhile; the last reply ends them. */
export const LISTS: readonly (readonly [what: string, method: string, given: object, replies: readonly object[]])[] = [
  ['without a total', 'getChildBusinesses', { pid: 1 }, [[{ id: 1 }], [{ id: 2 }, { id: 3 }], []]],
  ['whose total was not asked for', 'getTickets', { businessId: 1 }, [tickets(1), tickets(2, 3), tickets()]],
  [
    'with a total',
    'getTickets',
    { businessId: 1, totalCount: true },
    [
      { ...tickets(1), totalcount: 4 },
      { ...tickets(2, 3), totalcount: 4 },
    ],
  ],
];

const change = (id: string) => ({ id, type: 'T', timestamp: '', businessNumber: 1, data: {} });

const changes = (cursor: string, ids: string, hasMore = true) => ({ changes: [...ids].map(change), cursor, hasMore });

/** Pages of changes, of which some come twice; and the changes that a client yields, with their cursors. */
export const CHANGES = {
  replies: [changes('c1', '', false), changes('c2', 'ab'), changes('c3', 'bcc'), changes('c4', 'ad', false)],
  yields: [
    ['a', 'c1'],
    ['b', 'c2'],
    ['c', 'c2'],
    ['d', 'c4'],
  ],
  cursors: [null, 'c1', 'c2', 'c3'],
  /** Of pages that were read to their end before the last change was taken. */
  whole: ['c1', 'c2', 'c3'],
};

/** Pages of an account in which nothing happens that a client asks for. */
export const QUIET = {
  replies: [changes('c1', '', false), changes('c2', '', true), changes('c3', '', false)],
  whole: ['c1', 'c2', 'c3'],
};

/** The same from a time on, for a client that asks for pages of 50. */
export const CHANGES_FROM = {
  replies: [changes('c1', 'a'), changes('c2', 'bc', false)],
  yields: [
    ['a', 'c1'],
    ['b', 'c1'],
    ['c', 'c2'],
  ],
  asked: [
    ['5', null, '1'],
    [null, 'c1', '50'],
  ],
};

const job = (state: string, done: number) => ({
  ...{ jobId: 'blk_1', state, done, rows: 1500 },
  ...{ totalCount: done, results: [] },
});
const rowsOf = (count: number, patch: object) =>
  Array.from({ length: count }, (_, businessNumber) => ({ businessNumber, patch }));

/** A bulk update whose state is read four times, and advances twice. */
export const BULK = {
  replies: [job('OPEN', 0), job('RUNNING', 0), job('RUNNING', 0), job('RUNNING', 700), job('DONE', 1500)],
  rows: rowsOf(1500, {}),
  yields: [
    ['RUNNING', 0],
    ['RUNNING', 700],
    ['DONE', 1500],
  ],
};

/** Rows that one request can't have: too many, too large, with too many values. */
export const SPLIT: readonly (readonly [string, readonly object[], readonly number[]])[] = [
  ['number', rowsOf(1001, {}), [1000, 1]],
  ['size', rowsOf(25, { description: 'é'.repeat(40_000) }), [12, 12, 1]],
  ['values', rowsOf(12, { customFields: Array(990).fill(1) }), [11, 1]],
  [
    'cleared lists',
    rowsOf(1000, { languages: [], serviceAreas: [], specialHours: [], hoursOfOperations: [], customFields: [] }),
    [846, 154],
  ],
];
export const splitReplies = (count: number) => [...Array(count - 1).fill(job('OPEN', 0)), job('DONE', 0)];
