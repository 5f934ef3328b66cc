/**
 * Time, chance and processes from one seed: what happens in a schedule follows from its seed alone. Clients stand outside;
 * each request runs in a process with a clock and marks of its own.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { clock as ownClock, random as ownRandom } from '../../lib/dynamodb/client/clock.ts';
import { type Clock, createClock, type Process, START } from './clock.ts';

/** A generator of numbers from 0 to below 1 (mulberry32). */
export const randomFrom = (seed: number) => {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** A request while it runs. */
export interface Running {
  readonly process: Process;
  /** By the clock outside: past it the request begins no call. */
  readonly deadline: number;
  isAnswered: boolean;
}

export const processOf = (name: string, skew: number): Process => ({
  name,
  skew,
  marks: { highest: 0 },
  frozenUntil: 0,
  isGone: false,
});

export interface World {
  readonly clock: Clock;
  readonly random: () => number;
  /** Steps in their order, where they are asked for. */
  readonly trace: readonly string[];
  /** What must never happen, whatever clients see. */
  readonly broken: string[];
  note(text: string): void;
  wait(milliseconds: number): Promise<void>;
  /** The request that runs here; none outside. */
  running(): Running | undefined;
  within<Result>(running: Running, run: () => Promise<Result>): Promise<Result>;
  /** A whole number from 0 to below the limit. */
  below(limit: number): number;
  pick<Choice>(choices: readonly Choice[]): Choice;
  /** One of these, as often as it weighs. */
  weighted<Choice>(choices: readonly (readonly [weight: number, choice: Choice])[]): Choice;
  /** Puts the real clock and chance back. */
  restore(): void;
}

const hexOf = (value: number) => Math.floor(value * 16).toString(16);

/** @param isTraced - whether the steps are to be written down, which takes longer than to make them */
export const createWorld = (seed: number, isTraced = false): World => {
  const random = randomFrom(seed);
  const clock = createClock(random);
  const outside: Process = processOf('outside', 0);
  const current = new AsyncLocalStorage<Running>();
  const original = { clock: { ...ownClock }, random: { ...ownRandom } };
  const trace: string[] = [];
  const here = (): Process => current.getStore()?.process ?? outside;
  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      clock.after(milliseconds, resolve, current.getStore()?.process);
    });

  Object.assign(ownClock, {
    // In whole milliseconds, as real clocks count.
    now: () => Math.floor(clock.now()) + here().skew,
    pause: wait,
  });
  Object.assign(ownRandom, {
    fraction: random,
    hex: (length: number) => Array.from({ length }, () => hexOf(random())).join(''),
  });
  Object.defineProperty(ownClock, 'marks', { configurable: true, get: () => here().marks });

  const below = (limit: number) => Math.floor(random() * limit);
  return {
    clock,
    random,
    trace,
    broken: [],
    wait,
    below,
    note(text) {
      if (isTraced) trace.push(`${String(Math.round(clock.now() - START)).padStart(8)} ms  ${here().name}: ${text}`);
    },
    running: () => current.getStore(),
    within: (running, run) => current.run(running, run),
    pick: (choices) => choices[below(choices.length)]!,
    weighted(choices) {
      let left = random() * choices.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, choice] of choices) {
        left -= weight;
        if (left < 0) return choice;
      }
      return choices[0]![1];
    },
    restore() {
      Object.defineProperty(ownClock, 'marks', { configurable: true, writable: true, value: original.clock.marks });
      Object.assign(ownClock, original.clock);
      Object.assign(ownRandom, original.random);
    },
  };
};
