/**
 * The network between functions and the store, and the client's tries over it as `lib/dynamodb/client/client.ts` makes them: the
 * same request each time, until its deadline, and no knowledge of what became of a lost one.
 */
import {
  type Call,
  CallError,
  type CallFailure,
  type CallOptions,
  MOST_TRIES,
  type OperationName,
  waits,
} from '../../lib/dynamodb/client/call.ts';
import { clock as ownClock } from '../../lib/dynamodb/client/clock.ts';
import type { Store } from './store.ts';
import type { World } from './world.ts';

/** How likely each fault of a try is, and what befalls the process that makes it. */
export interface Faults {
  readonly throttled: number;
  /** Another transaction is at the item; nothing was done. */
  readonly conflict: number;
  readonly requestLost: number;
  readonly responseLost: number;
  /** A response that says nothing comes at once, whether anything was done or not. */
  readonly broken: number;
  /** The request is given up, and lands later. */
  readonly late: number;
  readonly slow: number;
  /** A read that does not ask for the present gets the past. */
  readonly stale: number;
  readonly frozen: number;
  readonly crashed: number;
}

export const noFaults: Faults = {
  throttled: 0,
  conflict: 0,
  requestLost: 0,
  responseLost: 0,
  broken: 0,
  late: 0,
  slow: 0,
  stale: 0,
  frozen: 0,
  crashed: 0,
};

const FATES = ['throttled', 'conflict', 'requestLost', 'responseLost', 'broken', 'late', 'slow'] as const;
type Fate = (typeof FATES)[number] | 'answered';

interface Failed extends Omit<CallFailure, 'attempts'> {
  readonly retry?: 'transient' | 'throttled' | undefined;
}
type Outcome = { readonly answer: unknown } | { readonly failed: Failed };

const READS = new Set<OperationName>(['GetItem', 'BatchGetItem', 'Query', 'TransactGetItems']);
const PAUSES = { transient: 50, throttled: 500 };
const LONGEST_LAG = 2000;
/** Clocks of processes show full milliseconds. */
const A_MOMENT = 2;

const failure = (name: string, more: Partial<Failed> = {}): Outcome => ({
  failed: { name, uncertain: false, ...more },
});

/** A conflict as each operation reports it. */
const conflictOf = (operation: OperationName, { TransactItems = [] }: { TransactItems?: readonly unknown[] }) =>
  operation === 'TransactWriteItems'
    ? failure('TransactionCanceledException', {
        reasons: TransactItems.map((_, index) => ({ Code: index === 0 ? 'TransactionConflict' : 'None' })),
      })
    : failure('TransactionConflictException', { retry: 'transient' });

/** @param faultsOf - of each call; or the faults of all */
export const createNetwork = (
  world: World,
  store: Store,
  faultsOf: Faults | ((operation: OperationName, input: object) => Faults),
) => {
  const { clock, random } = world;
  const counts = { calls: 0, tries: 0 };
  const latency = () => 1 + random() * 8;

  const fateOfTry = (faults: Faults, isWrite: boolean): Fate => {
    let chance = random();
    for (const fate of FATES) {
      if (chance < faults[fate]) return fate === 'conflict' && !isWrite ? 'answered' : fate;
      chance -= faults[fate];
    }
    return 'answered';
  };

  /** What the store makes of a request now. */
  const apply = (operation: OperationName, input: object, faults: Faults): Outcome => {
    const lag = random() < faults.stale ? random() * LONGEST_LAG : 0;
    try {
      return { answer: store.apply(operation, input, lag) };
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const { name, item, reasons } = error;
      return failure(name, { item, reasons });
    }
  };
  const land = (operation: OperationName, input: object, faults: Faults, how: string) => {
    const outcome = apply(operation, input, faults);
    world.note(`${operation} ${'answer' in outcome ? 'lands' : 'is refused'}, ${how}`);
    return outcome;
  };

  /** The process stops, for a while or for ever, somewhere within this try. */
  const strike = (faults: Faults) => {
    const process = world.running()?.process;
    if (!process) return;
    const chance = random();
    if (chance < faults.crashed) {
      clock.after(random() * 20, () => {
        world.note(`${process.name} crashes`);
        process.isGone = true;
        process.onGone?.();
      });
    } else if (chance < faults.crashed + faults.frozen) {
      const milliseconds = random() < 0.7 ? 50 + random() * 3000 : 20_000 + random() * 40_000;
      clock.after(random() * 20, () => {
        world.note(`${process.name} is frozen for ${Math.round(milliseconds)} ms`);
        process.frozenUntil = clock.now() + milliseconds;
      });
    }
  };

  const tryOnce = (
    operation: OperationName,
    input: object,
    { deadline, fate, faults }: { readonly deadline: number | undefined; readonly fate: Fate; readonly faults: Faults },
  ) =>
    new Promise<Outcome>((resolve) => {
      const process = world.running()?.process;
      const note = (text: string) => world.note(`${operation} ${text}`);
      const done = (outcome: Outcome) => {
        stopWaiting();
        stopDeadline?.();
        resolve(outcome);
      };
      const lost = { uncertain: true, retry: 'transient' } as const;
      const reply = (outcome: Outcome, milliseconds = latency()) =>
        clock.after(milliseconds, () => done(outcome), process);
      const stopWaiting = clock.after(waits.requestTimeout, () => done(failure('TimeoutError', lost)), process);
      const stopDeadline =
        deadline === undefined
          ? undefined
          : clock.after(deadline - ownClock.now(), () => done(failure('DeadlineError', { uncertain: true })), process);
      const arrive = (milliseconds: number, then: () => void) => {
        clock.after(milliseconds, then);
      };

      if (fate === 'throttled') reply(failure('ThrottlingException', { retry: 'throttled' }));
      else if (fate === 'conflict') reply(conflictOf(operation, input));
      else if (fate === 'responseLost') arrive(latency(), () => land(operation, input, faults, 'unanswered'));
      else if (fate === 'late') {
        arrive(random() < 0.3 ? 90_000 : random() * 6000, () => land(operation, input, faults, 'late'));
      } else if (fate === 'broken') {
        arrive(latency(), () => {
          if (random() < 0.5) land(operation, input, faults, 'with a broken response');
          reply(failure('ResponseError', lost));
        });
      } else if (fate !== 'requestLost') {
        const slowness = fate === 'slow' ? random() * 1800 : 0;
        arrive(latency() + slowness * random(), () => {
          const outcome = apply(operation, input, faults);
          note('answer' in outcome ? 'done' : `refused: ${outcome.failed.name}`);
          reply(outcome, latency() + slowness * random());
        });
      }
    });

  const call: Call = async <Name extends OperationName>(
    operation: Name,
    input: object,
    { deadline, signal }: CallOptions = {},
  ) => {
    const isWrite = !READS.has(operation);
    const faults = typeof faultsOf === 'function' ? faultsOf(operation, input) : faultsOf;
    let uncertain = false;
    counts.calls++;
    for (let attempt = 1; ; attempt++) {
      if (signal?.aborted || (deadline !== undefined && ownClock.now() >= deadline)) {
        throw new CallError('given up', { name: 'DeadlineError', attempts: attempt - 1, uncertain });
      }
      const running = world.running();
      if (running && (running.isAnswered || clock.now() > running.deadline + A_MOMENT)) {
        world.broken.push(`${operation} began after its request was ${running.isAnswered ? 'answered' : 'over'}`);
      }
      counts.tries++;
      const fate = fateOfTry(faults, isWrite);
      world.note(`${operation} try ${attempt}${fate === 'answered' ? '' : `, ${fate}`}`);
      strike(faults);
      const outcome = await tryOnce(operation, input, { deadline, fate, faults });
      if ('answer' in outcome) return outcome.answer as never;
      const { retry, ...failed } = outcome.failed;
      uncertain ||= failed.uncertain && isWrite;
      if (!retry || attempt === MOST_TRIES) {
        throw new CallError(failed.name, { ...failed, attempts: attempt, uncertain });
      }
      const longest = deadline === undefined ? Number.POSITIVE_INFINITY : deadline - ownClock.now();
      await world.wait(Math.min(random() * PAUSES[retry] * 2 ** (attempt - 1), longest));
    }
  };

  return { call, counts };
};
