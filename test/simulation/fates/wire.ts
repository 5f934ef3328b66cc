/** The way from a write to the simulated store, on which what becomes of each try is chosen. */
import { type Call, CallError, isRead, MOST_TRIES, type OperationName } from '../../../lib/dynamodb/client/call.ts';
import type { Item } from '../expressions.ts';
import type { Store } from '../store.ts';
import type { Choose } from './choices.ts';

/**
 * `lost`: the request never arrives. `unanswered`: it is applied, and the response is lost. `late`: it is given up and arrives
 * when all is over. `conflict` and `throttled` have no effect, and say so.
 */
export const FAULTS = ['lost', 'unanswered', 'late', 'conflict', 'throttled'] as const;
export type Fault = (typeof FAULTS)[number];

export interface Wire {
  readonly call: Call;
  /** What befell the tries, in their order. */
  readonly faults: readonly Fault[];
  /** How often the write has landed. */
  readonly landings: () => number;
  /** Items whose newest mark a write made lower, or did not replace. */
  readonly lowered: readonly string[];
  /** Whether a try of a refused call was of unknown fate. */
  readonly wasUncertain: () => boolean;
  /** Whether a condition refused the last call. */
  readonly isRefused: () => boolean;
  /** Lets late tries arrive. */
  readonly arrive: () => void;
}

interface Options {
  readonly choose: Choose;
  /** So many tries may fail; the rest is answered. */
  readonly most: number;
  /** Whether a call makes the change that the test is about. */
  readonly isEffect: (input: string) => boolean;
  /** Runs once, when the first try of a write has ended. */
  readonly between: () => Promise<void>;
}

const failure = (name: string, uncertain: boolean, more: object = {}) =>
  new CallError(name, { name, attempts: 1, uncertain, ...more });

/** DynamoDB forgets a transaction's token after ten minutes: nothing may hang on it. */
const withoutToken = (input: object): object => ({ ...input, ClientRequestToken: undefined });

const REASONS = [{ Code: 'TransactionConflict' }];

export const createWire = (store: Store, { choose, most, isEffect, between }: Options): Wire => {
  const faults: Fault[] = [];
  const late: (() => void)[] = [];
  const lowered: string[] = [];
  let landings = 0;
  let wasUncertain = false;
  let isRefused = false;
  let isFirst = true;

  /** Applies a call, and notes what it did to marks. */
  const apply = <Name extends OperationName>(operation: Name, input: object) => {
    const before = new Map(store.items);
    const answer = store.apply(operation, input);
    if (isEffect(JSON.stringify(input))) landings++;
    for (const [key, item] of store.items as ReadonlyMap<string, Item>) {
      const [old, mark] = [before.get(key)?.p0, item.p0];
      if (typeof old === 'string' && typeof mark === 'string' && mark < old) lowered.push(key);
    }
    return answer;
  };

  const tryOnce = async (operation: OperationName, input: object, fault: Fault | undefined): Promise<unknown> => {
    if (fault === 'lost') throw failure('TimeoutError', true);
    if (fault === 'late') {
      late.push(() => apply(operation, input));
      throw failure('TimeoutError', true);
    }
    if (fault === 'unanswered') {
      try {
        apply(operation, input);
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
      }
      throw failure('TimeoutError', true);
    }
    if (fault === 'throttled') throw failure('ThrottlingException', false);
    if (fault === 'conflict') {
      if (operation === 'TransactWriteItems')
        throw failure('TransactionCanceledException', false, { reasons: REASONS });
      throw failure('TransactionConflictException', false);
    }
    return apply(operation, input);
  };

  const call: Call = async (operation, given) => {
    if (isRead(operation)) return store.apply(operation, given);
    const input = withoutToken(given);
    let uncertain = false;
    for (let attempt = 1; ; attempt++) {
      const fault = faults.length < most ? choose([undefined, ...FAULTS]) : undefined;
      if (fault) faults.push(fault);
      try {
        return (await tryOnce(operation, input, fault)) as never;
      } catch (thrown) {
        if (!(thrown instanceof CallError)) throw thrown;
        const { message, name, item, reasons } = thrown;
        uncertain ||= thrown.uncertain;
        wasUncertain ||= thrown.uncertain;
        isRefused = item !== undefined || reasons?.some(({ Code }) => Code === 'ConditionalCheckFailed') === true;
        const isRepeated = ['TimeoutError', 'ThrottlingException', 'TransactionConflictException'].includes(name);
        if (!isRepeated || attempt === MOST_TRIES)
          throw new CallError(message, { name, item, reasons, attempts: attempt, uncertain });
      } finally {
        if (isFirst) {
          isFirst = false;
          await between();
        }
      }
    }
  };

  return {
    call,
    faults,
    landings: () => landings,
    lowered,
    wasUncertain: () => wasUncertain,
    isRefused: () => isRefused,
    arrive: () => {
      for (const arrival of late.splice(0)) {
        try {
          arrival();
        } catch (error) {
          if (!(error instanceof CallError)) throw error;
        }
      }
    },
  };
};
