/**
 * Time, chance and a network that loses, delays and repeats, all from one seed. What happens in a schedule follows from its
 * seed alone: timers run in order of their time, one at a time, each to the end of what it sets off.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Call, CallError, type CallOptions, type OperationName } from '../../lib/dynamodb/call.ts';
import { type Sources, sources } from '../../lib/dynamodb/sources.ts';
import type { Store } from './store.ts';

/** A generator of numbers from 0 to below 1 (mulberry32). */
export const randomFrom = (seed: number) => {
  let state = seed >>> 0;
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** A process that runs functions: its clock is wrong by so much, and it remembers the marks that it has made and seen. */
export interface Sandbox {
  readonly name: string;
  readonly skew: number;
  readonly marks: { highest: number };
}

/** How likely each fault of a try is. */
export interface Faults {
  readonly throttled: number;
  readonly requestLost: number;
  readonly responseLost: number;
  /** The request is given up, and lands later. */
  readonly late: number;
}

export const noFaults: Faults = { throttled: 0, requestLost: 0, responseLost: 0, late: 0 };

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

const TRIES = 3;
const READS = new Set<OperationName>(['GetItem', 'BatchGetItem', 'Query']);

export const createWorld = (seed: number, store: Store, faults: Faults) => {
  const random = randomFrom(seed);
  const current = new AsyncLocalStorage<Sandbox>();
  const outside: Sandbox = { name: 'outside', skew: 0, marks: { highest: 0 } };
  const timers: Timer[] = [];
  const trace: string[] = [];
  const original: Sources = { ...sources };
  let time = 1_700_000_000_000;
  let order = 0;

  const here = () => current.getStore() ?? outside;
  const after = (milliseconds: number, run: () => void) => {
    timers.push({ at: time + Math.max(0, milliseconds), order: order++, run });
  };
  const wait = (milliseconds: number) => new Promise<void>((resolve) => after(milliseconds, resolve));
  const note = (text: string) => trace.push(`${time - 1_700_000_000_000} ${here().name}: ${text}`);

  Object.assign(sources, {
    now: () => time + here().skew,
    random,
    hex: (length: number) => Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join(''),
    pause: wait,
  });
  Object.defineProperty(sources, 'marks', { configurable: true, get: () => here().marks });

  type Fate = 'answered' | 'throttled' | 'requestLost' | 'responseLost' | 'late';
  const fateOfTry = (): Fate => {
    let chance = random();
    for (const fate of ['throttled', 'requestLost', 'responseLost', 'late'] as const) {
      if (chance < faults[fate]) return fate;
      chance -= faults[fate];
    }
    return 'answered';
  };

  /** The client's tries over the network: the same request each time, and no knowledge of what became of a lost one. */
  const call: Call = async (operation, input, { deadline, signal }: CallOptions = {}) => {
    const isWrite = !READS.has(operation);
    let uncertain = false;
    for (let attempt = 1; ; attempt++) {
      if (signal?.aborted || (deadline !== undefined && sources.now() >= deadline)) {
        throw new CallError('over', { name: 'DeadlineError', attempts: attempt - 1, uncertain });
      }
      await wait(1 + random() * 10);
      const fate = fateOfTry();
      note(`${operation} try ${attempt} ${fate}`);
      if (fate === 'answered') {
        try {
          const answer = store.apply(operation, input);
          await wait(1 + random() * 5);
          return answer;
        } catch (error) {
          await wait(1 + random() * 5);
          if (!(error instanceof CallError)) throw error;
          const { name, item, reasons } = error;
          throw new CallError(error.message, { name, item, reasons, attempts: attempt, uncertain });
        }
      }
      if (fate === 'responseLost' || fate === 'late') {
        const land = () => {
          try {
            store.apply(operation, input);
            note(`${operation} lands`);
          } catch {
            note(`${operation} is refused, unseen`);
          }
        };
        if (fate === 'late') after(random() < 0.3 ? 90_000 : random() * 6000, land);
        else land();
      }
      if (fate !== 'throttled') {
        uncertain ||= isWrite;
        await wait(2000);
      }
      if (attempt === TRIES) {
        const name = fate === 'throttled' ? 'ThrottlingException' : 'TimeoutError';
        throw new CallError(name, { name, attempts: attempt, uncertain });
      }
      await wait(random() * 50 * 2 ** attempt);
    }
  };

  return {
    call,
    random,
    trace,
    note,
    wait,
    now: () => time,
    /** Runs something as a sandbox does. */
    as: <Result>(sandbox: Sandbox, run: () => Promise<Result>): Promise<Result> => current.run(sandbox, run),
    /** Lets time pass until everything that was begun has ended. */
    async settle(work: Promise<unknown>): Promise<void> {
      let isDone = false;
      const done = work.finally(() => {
        isDone = true;
      });
      done.catch(() => {});
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        if (timers.length === 0) {
          if (isDone) break;
          continue;
        }
        timers.sort((a, b) => a.at - b.at || a.order - b.order);
        const next = timers.shift()!;
        time = Math.max(time, next.at);
        next.run();
      }
      await done;
    },
    /** Puts the real clock and chance back. */
    restore(): void {
      Object.defineProperty(sources, 'marks', { configurable: true, writable: true, value: original.marks });
      Object.assign(sources, original);
    },
  };
};

export type World = ReturnType<typeof createWorld>;
