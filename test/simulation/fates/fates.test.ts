/**
 * Whether a write has landed, and what it answers then: every write of a shape, with every fault at each of its first tries,
 * before and after other writes, under an idempotency key and without (docs/writing-once.md).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, MOST_TRIES } from '../../../lib/dynamodb/client/call.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { Conflict, StoreUnavailable } from '../../../lib/dynamodb/client/outcomes.ts';
import type { PartnerStore } from '../../../lib/dynamodb/table/partner-store.ts';
import { tableOf } from '../../../lib/dynamodb/table/table.ts';
import { idempotencyKeys } from '../../../lib/http/idempotency/store.ts';
import { runs, tried } from '../../support/chosen.ts';
import { createStore } from '../store.ts';
import { type Choose, everyChoice } from './choices.ts';
import { locations } from './locations.ts';
import { noService, offers } from './offers.ts';
import { people } from './people.ts';
import { records } from './records.ts';
import { rivals } from './rivals.ts';
import { type Became, type Case, PARTNER, type ShapeName } from './shape.ts';
import { subscriptions } from './subscriptions.ts';
import { createWire, FAULTS, type Wire } from './wire.ts';

/** Modules that write in the same ways, of which `npm test` tries some. */
const others = tried([...offers, ...rivals], 3, { salt: 'fates', nameOf: ({ name }) => name });
const cases: readonly Case[] = [...records, ...locations, ...subscriptions, ...people, noService, ...others];

/** As many writes as a record keeps marks of. */
const KEPT = 8;
const BETWEEN = [0, 1, KEPT - 1, KEPT] as const;
/** So many tries of a write fail at most. */
const MOST_FAULTS = runs(2, 3);
const AN_HOUR = 3_600_000;

const original = { ...clock };
const { stackTraceLimit } = Error;
let time = 1_700_000_000_000;
let ahead = 0;
beforeAll(() => {
  clock.now = () => ++time + ahead;
  clock.pause = async () => {};
  // They are most of the time that it takes.
  Error.stackTraceLimit = 0;
});
afterAll(() => {
  Object.assign(clock, original);
  Error.stackTraceLimit = stackTraceLimit;
});

const request = { operationId: 'simulated', key: 'key', fingerprint: 'f' };

type Answer = Became | 'unavailable' | 'conflict';

const answerOf = (write: Promise<Became>): Promise<Answer> =>
  write.catch((error: Error) => {
    if (error instanceof StoreUnavailable) return 'unavailable';
    if (error instanceof Conflict) return 'conflict';
    throw error;
  });

/** What each shape has met. */
const met = new Set<string>();

/** What is chosen next to the faults. */
const chosen = ({ isBlind }: Case, choose: Choose) => {
  const isKeyed = choose([false, true]);
  const before = choose([0, 1]);
  // Clocks apart are in the way of what was not read alone.
  const isAhead = isBlind ? choose([false, true]) : false;
  return { isKeyed, before, isAhead };
};

/** Writes of other processes, which have marks of their own. */
const othersOf = (each: Case, clean: PartnerStore, isAhead: boolean) => async (times: number) => {
  const { highest } = clock.marks;
  let written = 0;
  ahead = isAhead ? AN_HOUR : 0;
  for (let index = 0; index < times; index++) if (await each.other(clean, index)) written++;
  ahead = 0;
  clock.marks.highest = highest;
  return written;
};

/** Nothing is said of a write that is not so, and what can be known of it is said. */
const check = (each: Case, wire: Wire, answer: Answer, { between, isKeyed }: { between: number; isKeyed: boolean }) => {
  const landings = wire.landings();
  const story = () => JSON.stringify({ case: each.name, isKeyed, between, faults: wire.faults, answer, landings });
  if (!wire.wasUncertain() && answer === 'unavailable')
    expect(['conflict', 'throttled'], story()).toContain(wire.faults.at(-1));
  if (isKeyed && wire.isRefused()) expect(answer, story()).not.toBe('unavailable');
  if (each.isFound && landings === 1) expect(answer, story()).not.toBe('unavailable');
  if (!isKeyed && wire.wasUncertain() && wire.isRefused()) {
    met.add(`${each.shape}: ${answer} after a try of unknown fate`);
    const mayBeUnknown = (what: 'landed' | 'lost') => each.unknown === what || each.unknown === 'either';
    if (landings === 1 && between < KEPT && !mayBeUnknown('landed')) expect(answer, story()).toBe('done');
    const isKnown = between > 0 && between < KEPT && !each.isBlind && !mayBeUnknown('lost');
    if (landings === 0 && isKnown) expect(answer, story()).toBe('refused');
  }
  wire.arrive();
  const late = wire.landings();
  if (answer === 'done' || answer === 'executed') expect(late, story()).toBe(1);
  if (answer === 'refused' || answer === 'conflict') expect(late, story()).toBe(0);
  expect(late, story()).toBeLessThanOrEqual(1);
  expect(wire.lowered, story()).toEqual([]);
};

/** One write, with all that is chosen. */
const runOnce = async (each: Case, choose: Choose): Promise<void> => {
  clock.marks.highest = 0;
  const store = createStore(() => time);
  for (const item of each.items()) store.seed(item);
  const apply: Call = async (operation, input) => store.apply(operation, input);
  const clean = { table: tableOf('simulated', apply), partnerId: PARTNER };
  const { isKeyed, before, isAhead } = chosen(each, choose);
  const others = othersOf(each, clean, isAhead);
  const write = await each.prepare(clean);
  let between = 0;
  const wire = createWire(store, {
    choose,
    // It is looked for once no try was answered.
    most: each.isFound ? MOST_TRIES : MOST_FAULTS,
    isEffect: each.isEffect,
    between: async () => {
      // Nothing hangs on how many there are where a key is asked for, or where the first one refuses the write.
      between = await others(choose(isKeyed || before > 0 ? [0, 1] : BETWEEN));
    },
  });
  await others(before);
  const keys = idempotencyKeys(clean);
  const idempotency = isKeyed ? keys.record(request, undefined) : undefined;
  let answer = await answerOf(write({ table: tableOf('simulated', wire.call), partnerId: PARTNER, idempotency }));
  met.add(`${each.shape}: ${answer}${isKeyed ? ' under a key' : ''}`);
  for (const fault of wire.faults) met.add(`${each.shape}: ${fault}`);
  if (isKeyed) {
    // A refusal is kept under the key before it is answered; of unknown fate a request is sent again.
    const used = answer === 'refused' ? await keys.refuse(request, { body: '{}' }) : await keys.find(request);
    if (used) answer = 'executed';
  }
  check(each, wire, answer, { between: before + between, isKeyed });
};

describe.each(cases)('$name', (each) => {
  it('lands once or not at all, whatever becomes of its tries, and says so where anybody can know', async () => {
    expect(await everyChoice((choose) => runOnce(each, choose))).toBeGreaterThan(100);
  });
});

describe('Each fault, and each answer, was met', () => {
  const shapes: readonly ShapeName[] = ['record', 'dependents', 'creation', 'deletion', 'two-sided'];
  it.each(shapes)('by a write of the shape: %s', (shape) => {
    const answers = ['done', 'refused', 'unavailable'];
    const cells = [
      ...[...FAULTS, ...answers],
      ...['done under a key', 'refused under a key'],
      ...answers.map((answer) => `${answer} after a try of unknown fate`),
    ];
    expect(cells.filter((cell) => !met.has(`${shape}: ${cell}`))).toEqual([]);
  });
});
