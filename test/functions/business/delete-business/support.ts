/** What the tests of delete business share: accounts of their own with all that may belong to one, and the request. */
import { inject } from 'vitest';
import { handler as deleteBusiness } from '../../../../functions/business/delete-business.ts';
import { handler as addLink } from '../../../../functions/competitors/add-aggregation-link.ts';
import { handler as removeDependents } from '../../../../functions/events/process-stream.ts';
import { functionClient } from '../../../../lib/dynamodb/client/client.ts';
import { clock } from '../../../../lib/dynamodb/client/clock.ts';
import { type Item, toAttributes } from '../../../../lib/dynamodb/table/attributes.ts';
import type { OpenTable } from '../../../../tools/open-table.ts';
import { type Answer, type Call, call } from '../../../support/call.ts';
import { bring, openWorld as openSharedWorld, scan, through } from '../../../support/opened-world.ts';
import { type Fault, type StoreCall, startFaultProxy } from '../../../trust/fault-proxy.ts';

let last = 50_000;

/**
 * For `beforeAll`: the key is known from here on, so that the calls of a request are its own. No index lags here: no
 * pause is one.
 */
export const openWorld = async (): Promise<OpenTable> => {
  const table = await openSharedWorld();
  clock.pause = async () => {};
  await remove(999);
  return table;
};

/** Lets the tries of one call of some work fail so, all or a few; answers whether there was such a call. */
export const cutting = async <T>(
  at: number,
  fault: Fault,
  work: () => Promise<T>,
  tries = Number.POSITIVE_INFINITY,
) => {
  const bodies: string[] = [];
  let left = tries;
  const choose = ({ body }: StoreCall) => {
    if (!bodies.includes(body)) bodies.push(body);
    return bodies.indexOf(body) === at && left-- > 0 ? fault : undefined;
  };
  const proxy = await startFaultProxy(inject('endpoint'), choose);
  try {
    const faulty = functionClient(proxy.endpoint);
    return { result: await through(() => faulty, work), wasCut: bodies.length > at };
  } finally {
    proxy.stop();
  }
};

export const remove = (number: number, more: Call = {}): Promise<Answer> =>
  call(deleteBusiness, { path: { businessId: String(number) }, ...more });

/** A number with room for those of a family below it. */
export const nextNumber = (): number => (last += 10);

/** An account of ours with two locations, what belongs to them, and two contacts that are mapped. */
export const familyOf = (n: number) => [
  { type: 'account', accountNumber: n, partnerId: 'ours', name: `Account ${n}` },
  { type: 'business', businessNumber: n + 1, accountNumber: n, business: { name: 'One', location: { zip: '94061' } } },
  { type: 'business', businessNumber: n + 2, accountNumber: n, business: { name: 'Two' } },
  { type: 'menu', businessNumber: n + 1, menu: { id: `m-${n}`, menuDetails: { menus: [] } } },
  { type: 'competitor', compAccountId: n + 3, accountNumber: n, name: 'Rival' },
  {
    type: 'contact',
    accountNumber: n,
    contact: {
      id: n + 4,
      email: `a${n}@mail.example`,
      mappings: [
        { cid: n + 5, location: 'One', businessNumber: n + 1 },
        { cid: n + 6, location: 'Two', businessNumber: n + 2 },
      ],
    },
  },
  {
    type: 'contact',
    accountNumber: n,
    contact: {
      id: n + 7,
      phone: `(650) 555-${String(n).slice(-4)}`,
      mappings: [{ cid: n + 8, businessNumber: n + 1 }],
    },
  },
];

/** Links of a location of a family, and one of its other location. */
const linksOf = (n: number) =>
  [1, 1, 2].map((location, index) =>
    call(addLink, {
      path: { compAccountId: String(n + 3), businessNumber: String(n + location) },
      body: { sourceAlias: 'alpha', url: `https://rival.example/${index}` },
    }),
  );

export const newFamily = async (): Promise<number> => {
  const n = nextNumber();
  await bring(familyOf(n));
  for (const { status } of await Promise.all(linksOf(n))) if (status !== 200) throw new Error(`no link: ${status}`);
  return n;
};

/** Records of the stream for items, as if they had been put long ago. */
export const recordsOf = (items: readonly Item[]) =>
  items.map((item, index) => ({
    eventName: 'INSERT' as const,
    dynamodb: {
      SequenceNumber: String(index + 1),
      NewImage: toAttributes({ ...item, deletedAt: '2020-01-01T00:00:00.000Z' }) as never,
    },
  }));

export const tombstones = async (...numbers: readonly number[]): Promise<Item[]> =>
  (await scan()).filter(({ type, number }) => type === 'tombstone' && numbers.includes(Number(number)));

/** Hands the tombstones of these numbers to the function on the stream. */
export const sweep = async (numbers: readonly number[], milliseconds = 25_000) =>
  removeDependents({ Records: recordsOf(await tombstones(...numbers)) }, {
    getRemainingTimeInMillis: () => milliseconds,
  } as Parameters<typeof removeDependents>[1]);

const NO_RECORDS = new Set<unknown>(['tombstone', 'idempotency', 'removalDue']);

/** Items without the tombstones, what has them shown again, and idempotency keys, by key. */
export const byKey = (items: readonly Item[]): Map<string, Item> =>
  new Map(items.filter(({ type }) => !NO_RECORDS.has(type)).map((item) => [`${item.pk} ${item.sk}`, item]));

/** The keys that are in the first and not in the second. */
export const missing = (before: Map<string, Item>, after: Map<string, Item>): string[] =>
  [...before.keys()].filter((key) => !after.has(key)).sort();

/** Whether a key is one of the account's contacts, or of its packed index, which says what they are mapped to. */
export const isOfContacts = (key: string, accountNumber: number): boolean =>
  ['CONTACT#', 'PACKED_INDEX '].some((place) => key.startsWith(`P#ours#ACCOUNT#${accountNumber}#${place}`));
