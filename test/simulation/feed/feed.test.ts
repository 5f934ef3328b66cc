/**
 * The changes feed under clocks that are apart, lost and late responses, and frozen functions: the code of the service
 * over a simulated table. No reader misses an event that was committed after it began: one that asks for a location neither,
 * and one that rests for almost as long as entries are kept neither.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listSince } from '../../../lib/changes/list.ts';
import { keptMilliseconds, noteChange } from '../../../lib/changes/repository/noting.ts';
import { cursorOf } from '../../../lib/changes/rules/cursor.ts';
import { placeAsked } from '../../../lib/changes/rules/page.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { StoreUnavailable } from '../../../lib/dynamodb/client/outcomes.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import { runs } from '../../support/chosen.ts';
import { createClock, type Process } from '../clock.ts';

const real = { now: clock.now, pause: clock.pause };
beforeEach(() => {
  process.env.CHANGE_DAYS = '1';
});
afterEach(() => {
  delete process.env.CHANGE_DAYS;
  Object.assign(clock, real);
});

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
const randomOf = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const EVENTS = 12;
const FEED = { partnerId: 'p', accountNumber: 1 };
/** More than an entry has room for. */
const MANY = Array.from({ length: 200 }, (_, index) => 100_000 + index);
/** Clocks are apart by up to 4 seconds. */
const SKEW = 2000;

/** Runs one story. @returns what each reader missed */
const missedIn = async (seed: number): Promise<readonly string[]> => {
  const random = randomOf(seed);
  const between = (from: number, to: number) => from + random() * (to - from);
  const time = createClock(random);
  const inside = new AsyncLocalStorage<Process>();
  clock.now = () => time.now() + (inside.getStore()?.skew ?? 0);
  const sleep = (milliseconds: number, owner = inside.getStore()) =>
    new Promise<void>((done) => time.after(milliseconds, done, owner));
  clock.pause = (milliseconds) => sleep(milliseconds);
  const processOf = (name: string): Process => ({
    name,
    skew: between(-SKEW, SKEW),
    marks: { highest: 0 },
    frozenUntil: 0,
    isGone: false,
  });

  const entries = new Map<string, Item>();
  /** A put of up to three tries, as the client makes them. */
  const put = async (Item: Item, deadline: number): Promise<undefined> => {
    for (let attempt = 0; attempt < 3 && clock.now() <= deadline; attempt++) {
      const isLate = random() < 0.3;
      const own = inside.getStore();
      // A function may be frozen between its look at the clock and the sending, and while it waits for the response.
      const freeze = () => {
        if (own && random() < 0.1) own.frozenUntil = time.now() + between(1000, 15_000);
      };
      freeze();
      await sleep(1);
      time.after(isLate ? between(2000, 20_000) : between(1, 200), () => entries.set(String(Item.sk), Item));
      freeze();
      const isLost = isLate || random() < 0.2;
      await sleep(isLost ? Math.min(2000, Math.max(1, deadline - clock.now())) : between(200, 400));
      if (!isLost) return undefined;
    }
    throw new StoreUnavailable('no response', { uncertain: true });
  };
  const tableOf = (deadline: number): Table =>
    ({
      within: (limits: { deadline: number }) => tableOf(limits.deadline),
      put: ({ Item }: { Item: Item }) => put(Item, deadline),
      async *query({ ExpressionAttributeValues: values = {}, Limit }: Parameters<Table['query']>[0]) {
        const [from, to] = [String(values[':from']), String(values[':to'])];
        if (from > to) throw new Error('the range ends before it begins');
        const isThere = ({ expiresAtSeconds }: Item) => Number(expiresAtSeconds) * 1000 > time.now();
        const found = [...entries].filter(([sk, item]) => sk >= from && sk <= to && isThere(item));
        yield found
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .slice(0, Limit)
          .map(([, item]) => item);
      },
    }) as unknown as Table;
  const table = tableOf(Number.POSITIVE_INFINITY);

  const committed: { readonly id: string; readonly at: number; readonly about: readonly number[] }[] = [];
  const write = async (index: number) => {
    await sleep(between(0, 40_000), undefined);
    const id = `evt_${String(index).padStart(26, '0')}`;
    const about = [...(random() < 0.2 ? MANY : []), 1 + Math.floor(random() * 3)];
    committed.push({ id, at: time.now(), about });
    const data = { businessIds: about };
    const event = { ...FEED, id, type: 'X', at: time.now(), businessIds: about, data };
    // The stream shows a record again until it was noted.
    for (let isNoted = false; !isNoted; ) {
      const worker = processOf(`worker ${index}`);
      isNoted = await inside.run(worker, () =>
        noteChange(table, event, 1, clock.now() + 25_000).then(
          () => true,
          () => false,
        ),
      );
    }
  };
  const missed: string[] = [];
  let isOver = false;
  const read = async (name: string) => {
    await sleep(between(0, 10_000), undefined);
    const begun = time.now();
    const seen = new Set<string>();
    /** Each call may reach another function, whose clock is wrong by something else. */
    const inFunction = <Result>(run: () => Result) => inside.run(processOf(name), run);
    const from = random() < 0.4 ? inFunction(() => clock.now()) : undefined;
    const businessNumber = random() < 0.4 ? 1 + Math.floor(random() * 3) : undefined;
    const restsAt = random() < 0.3 ? time.now() + between(0, 40_000) : Number.POSITIVE_INFINITY;
    let cursor: string | undefined;
    let hasRested = false;
    /** @returns whether there is more; `undefined` of a cursor that is refused */
    const poll = () =>
      inFunction(async () => {
        const now = clock.now();
        const begin = placeAsked({ cursor, from: cursor === undefined ? from : undefined, types: [] }, FEED, {
          ...{ now, kept: keptMilliseconds() },
        });
        if ('refused' in begin) return undefined;
        const page = await listSince({ table, partnerId: 'p' }, 1, begin.place, {
          ...{ types: [], pageSize: 2, businessNumber },
        });
        for (const { id } of page.changes) seen.add(id);
        cursor = cursorOf(FEED, page.place);
        return page.hasMore;
      });
    for (let last = false; !last; ) {
      last = isOver && (hasRested || restsAt === Number.POSITIVE_INFINITY);
      const rests: boolean = !hasRested && time.now() > restsAt;
      hasRested ||= rests;
      // Its cursor is some 10 seconds old already.
      const rest = keptMilliseconds() - 10_000 - between(0, 2500);
      await sleep(last ? 60_000 : rests ? rest : between(10, 3000), undefined);
      let hasMore: boolean | undefined = true;
      while (hasMore) hasMore = await poll();
      // Its cursor is too old, by the clock of that function: it reads everything again.
      if (hasMore === undefined) return;
    }
    for (const { id, at, about } of committed) {
      const isAsked = businessNumber === undefined || about.includes(businessNumber);
      if (at > begun && isAsked && !seen.has(id)) missed.push(`${name} misses ${id}`);
    }
  };
  const writes = Promise.all(Array.from({ length: EVENTS }, (_, index) => write(index))).then(() => {
    isOver = true;
  });
  await time.runUntil(Promise.all([writes, read('one'), read('two'), read('three')]));
  return missed;
};

describe('The changes feed', () => {
  it('loses nothing, whatever is late, lost or frozen', async () => {
    const first = 1;
    for (let seed = first; seed < first + runs(40, 2000); seed++)
      expect([seed, await missedIn(seed)]).toEqual([seed, []]);
  });
});
