/** Creations at once: none twice, none lost, whatever conflicts. `CREATE_LOAD=5000` makes it a long one. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Call, CallError } from '../../../../lib/dynamodb/client/call.ts';
import type { Attributes } from '../../../../lib/dynamodb/table/attributes.ts';
import type { Answer } from '../../../support/call.ts';
import { through } from '../../../support/opened-world.ts';
import { below, create, newAccount, openWorld, outcomes, SHOP } from './support.ts';

beforeAll(openWorld);

/** Runs work on each, so many at a time. */
const shared = async <From, To>(all: readonly From[], clients: number, work: (each: From) => Promise<To>) => {
  const left = [...all.entries()];
  const results: To[] = [];
  const run = async () => {
    for (let next = left.shift(); next; next = left.shift()) results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: clients }, run));
  return results;
};

/** As a client does that wants to be sure: under a key, and again where it is answered 503. */
const persistent = async (account: number, body: object, key: string): Promise<Answer> => {
  for (let attempt = 1; ; attempt++) {
    const answer = await create(account, body, { headers: { 'Idempotency-Key': key } });
    if (answer.status !== 503 || attempt === 20) return answer;
  }
};

const shop = (index: number) => ({ ...SHOP, businessName: `Shop ${index}`, zip: String(10_000 + (index % 20)) });

/** As DynamoDB does, and no engine here: a transaction that meets another one at an item is cancelled. */
const conflicting =
  (counter: { conflicts: number }) =>
  (call: Call): Call => {
    const busy = new Set<string>();
    const keyOf = (action: Readonly<Record<string, { Key?: Attributes; Item?: Attributes }>>) => {
      const [{ Key, Item } = {}] = Object.values(action);
      const { pk, sk } = Key ?? Item ?? {};
      return JSON.stringify([pk, sk]);
    };
    return async (operation, input, options) => {
      if (operation !== 'TransactWriteItems') return call(operation, input, options);
      const keys = (input as { TransactItems: Parameters<typeof keyOf>[0][] }).TransactItems.map(keyOf);
      if (keys.some((key) => busy.has(key))) {
        counter.conflicts++;
        const reasons = keys.map((key) => ({ Code: busy.has(key) ? 'TransactionConflict' : 'None' }));
        const failure = { name: 'TransactionCanceledException', attempts: 1, uncertain: false, reasons };
        throw new CallError('Transaction cancelled', failure);
      }
      for (const key of keys) busy.add(key);
      try {
        return await call(operation, input, options);
      } finally {
        for (const key of keys) busy.delete(key);
      }
    };
  };

describe('50 clients', () => {
  const count = Number(process.env.CREATE_LOAD ?? 200);

  it(
    'create each location once, a tenth of them asked for twice at once, and lists show all within a second',
    async () => {
      const account = await newAccount();
      const wanted = Array.from({ length: count }, (_, index) => index).flatMap((index) =>
        index % 10 === 0 ? [index, index] : [index],
      );
      const answers = await shared([...wanted.entries()], 50, ([key, index]) =>
        persistent(account, shop(index), `load-${key}`),
      );
      const codes = outcomes(answers);
      expect(codes.filter((code) => code === 200)).toHaveLength(count);
      expect(codes.filter((code) => code === 2156)).toHaveLength(wanted.length - count);
      const numbers = answers.flatMap(({ body }) => body.businessId ?? []);
      expect(new Set(numbers).size).toBe(count);
      let listed = await below(account);
      const end = Date.now() + 1000;
      while (listed.length < count && Date.now() < end) listed = await below(account);
      expect(listed.map(({ gsi1sk }) => Number(gsi1sk))).toEqual(numbers.toSorted((a, b) => a - b));
      expect(new Set(listed.map(({ name }) => name)).size).toBe(count);
    },
    count * 100 + 20_000,
  );
});

describe('two at once', () => {
  it('of one business: one wins, also where one is an account and the other is under a key', async () => {
    for (const more of [{}, { headers: { 'Idempotency-Key': 'at-once' } }]) {
      const account = await newAccount();
      const answers = await Promise.all([
        create(account),
        create(account, { ...SHOP, type: 'Enterprise' }, more),
        create(account, { ...SHOP, businessName: 'CORNER SHOP' }),
      ]);
      expect(outcomes(answers).toSorted()).toEqual([200, 2156, 2156]);
      expect(await below(account)).toHaveLength(1);
    }
  });

  it('under one key: both answer with the number of one', async () => {
    const account = await newAccount();
    const under = { headers: { 'Idempotency-Key': 'one-key' } };
    const answers = await Promise.all([1, 2, 3, 4].map(() => create(account, SHOP, under)));
    expect(outcomes(answers)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.businessId)).size).toBe(1);
    expect(await below(account)).toHaveLength(1);
  });
});

describe('where transactions conflict, as they do at one account', () => {
  it('10 clients are answered all the same', async () => {
    const account = await newAccount();
    const counter = { conflicts: 0 };
    const clients = 10;
    const indexes = Array.from({ length: 40 }, (_, index) => index);
    const answers = await through(conflicting(counter), () =>
      shared(indexes, clients, (index) => create(account, shop(index))),
    );
    expect(outcomes(answers)).toEqual(indexes.map(() => 200));
    expect(await below(account)).toHaveLength(indexes.length);
    expect(counter.conflicts).toBeGreaterThanOrEqual(clients);
  });
});
